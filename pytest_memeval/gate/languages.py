"""What is worth storing, said in other languages than English: see ``statements`` for the scheme.

German, French, Spanish, Portuguese and Italian rules are consulted for a sentence that holds one of
the language's function words; Russian, Japanese and Chinese ones go by the script.
"""

from __future__ import annotations

from typing import Final

from pytest_memeval.gate.kinds import BOTH
from pytest_memeval.gate.kinds import USER
from pytest_memeval.gate.kinds import Statement
from pytest_memeval.gate.kinds import Veto
from pytest_memeval.gate.pattern import Cue
from pytest_memeval.gate.pattern import Pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Function words that tell which language's rules to consult. English is always consulted.
LANGUAGE_WORDS: Final[dict[str, frozenset[str]]] = {
    "de": _words(
        "gehören gehört mehr bei nach von aus der das und nicht ist sind wir ich ein eine einen f"
        "ür mit auf weil immer nie niemals bitte "
        "ab künftig alle jede jeder jedes kein keine ursache lag war vielleicht zuerst beim dass "
        "zu wenn "
        "dem nur werden wird sollen muss müssen unser unsere haben hat mir mich deshalb nur lieber "
        "guten schau prüfe jetzt"
    ),
    "fr": _words(
        "l qu de du seul tout doit ça le la les est sont nous je et pas une dans pour avec sur qu"
        "e qui ne jamais toujours désormais "
        "cause c'est tous toutes chaque aucun parce préfère plutôt mes du au aux peut-être d'abor"
        "d quand "
        "il renomme lance dorénavant était été notre nos puis"
    ),
    "es": _words(
        "de nos todo toda tiene tienen dos más está están el la los las es y una en para con por "
        "que siempre nunca prefiero porque decidimos cada todos "
        "todas usamos causa ahora quizás de del nuestro nuestra hay primero antes cuando se mis h"
        "emos "
        "solo sólo renombra recuerda debe deben"
    ),
    "pt": _words(
        "de todo toda dois duas precisa mais está estão nós fica os é são não uma em para com por"
        " que sempre nunca prefiro porque decidimos cada todos todas "
        "usamos causa foi agora talvez da dos das na nosso nossa primeiro quando se meus ao lembr"
        "e-se "
        "devem deve só sem vamos nós a"
    ),
    "it": _words(
        "l di tutto tutta due più sta stanno deve nostro su il lo la i gli le è sono non una con "
        "che sempre mai preferisco perché abbiamo deciso ogni tutti "
        "tutte usiamo causa stato ora forse del della dei nel nostro nostra quando si miei dal da"
        "lla "
        "deve devono solo problema causato controllo"
    ),
}
CJK: Final = Pattern(r"[\u3040-\u30ff\u4e00-\u9fff]")
KANA: Final = Pattern(r"[\u3040-\u30ff]")
HANGUL: Final = Pattern(r"[\uac00-\ud7a3]")
CYRILLIC: Final = Pattern(r"[\u0400-\u04ff]")
WORD: Final = Pattern(r"[^\W\d_]+")

VETO_RULES: Final[tuple[Veto, ...]] = (
    Veto(
        "undecided",
        36,
        Cue(
            r"\b(?:keine ahnung|man (?:könnte|müsste|sollte)|vielleicht|weiß (?:noch )?nicht,? ob"
            r"|eventuell|nicht sicher|unsicher|überlege|überlegen noch|könnten wir|sollten wir"
            r"|mal sehen|noch offen|noch nicht entschieden|wahrscheinlich|ich glaube|ich denke)\b"
        ),
        lang="de",
    ),
    Veto(
        "undecided",
        36,
        Cue(
            r"\b(?:peut-être|je ne sais pas si|pas (?:encore )?sûre?s?|j(?:'|’)hésite"
            r"|on (?:pourrait|devrait)|faudrait-il|on verra|à voir|pas encore décidé"
            r"|je (?:pense|crois|me demande)|probablement)\b"
        ),
        lang="fr",
    ),
    Veto(
        "undecided",
        36,
        Cue(
            r"\b(?:quizás?|no sé si|tal vez|no est(?:oy|amos) segur[oa]s?|a lo mejor|podríamos"
            r"|deberíamos|ya veremos|no hemos decidido|sin decidir|creo que|dudo|probablemente)\b"
        ),
        lang="es",
    ),
    Veto(
        "undecided",
        36,
        Cue(
            r"\b(?:talvez|não (?:tenho|temos) certeza|não sei se|poderíamos|deveríamos"
            r"|a gente podia|vamos ver|ainda não decidi\w*|acho que|em dúvida|provavelmente)\b"
        ),
        lang="pt",
    ),
    Veto(
        "undecided",
        36,
        Cue(
            r"\b(?:forse|non so se|non (?:sono|siamo) sicur[oai]|magari|potremmo|dovremmo|vedremo"
            r"|non abbiamo (?:ancora )?deciso|penso che|credo che|indecis[oi]|probabilmente)\b"
        ),
        lang="it",
    ),
    Veto(
        "undecided",
        36,
        Cue(
            r"(?:может быть|не знаю|возможно|не уверен|наверное|думаю|стоит ли|может,|ещё не решили"
            r"|пока не решили|посмотрим|сомнева)"
        ),
        lang="ru",
    ),
    Veto(
        "undecided",
        46,
        Cue(r"(?:かもしれ|迷って|まだ決め|検討中|どうしよう|かな[。ぁ]?|思います|悩んで)"),
        lang="ja",
    ),
    Veto(
        "undecided",
        46,
        Cue(
            r"(?:也许|可能(?:应该|可以|要|会)|或许|不确定|还没(?:决定|想好)|要不要|考虑(?:一下|中"
            r"|用)|犹豫|我觉得|再说吧)"
        ),
        lang="zh",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"\b(?:in dieser|in diesem|in der (?:aktuellen|obigen)|für diese[ns]?|diesmal"
            r"|nur (?:dieses mal|heute|jetzt)|denk(?:e)? daran|vergiss nicht|bevor du fertig"
            r"|wenn du fertig)\b(?! (?:repo|projekt|team|codebase))"
        ),
        lang="de",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"\b(?:dans (?:cette|ce|cet)|pour (?:cette|ce|cet)|cette fois|n(?:'|’)oublie(?:z)? pas"
            r"|pense à|souviens-toi de|quand tu auras fini|avant de (?:finir"
            r"|terminer))\b(?! (?:dépôt|repo|projet|équipe|version|année))"
        ),
        lang="fr",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"\b(?:en est[ae]|para est[ae]|esta vez|no (?:te )?olvides|recuerda (?!que)|acuérdate"
            r"|cuando termines|antes de terminar|por esta vez)\b(?! (?:repo|proyecto|equipo"
            r"|versión))"
        ),
        lang="es",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"\b(?:nest[ae]|para est[ae]|desta vez|dessa vez|não (?:se )?esqueça|lembre-se de"
            r"|lembra de|quando terminar|antes de terminar|só (?:desta|dessa) vez)\b(?! (?:repo"
            r"|projeto|equipe|time))"
        ),
        lang="pt",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"\b(?:in quest[aoe]|per quest[aoe]|stavolta|questa volta|non dimenticare|ricordati di"
            r"|ricorda di|quando hai finito|prima di finire)\b(?! (?:repo|progetto|team))"
        ),
        lang="it",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"(?:в этой (?:функции|ветке|задаче|строке)|в этом (?:файле|тесте|классе|методе|коммите"
            r"|пр)|на этот раз|не забудь|только сейчас|когда закончишь)"
        ),
        lang="ru",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"(?:この(?:関数|ファイル|テスト|変数|行|クラス|メソッド|PR|コミット|ブランチ|タスク)"
            r"|今回(?:だけ|は)|忘れずに|終わったら|ここ(?:で|は|を|に))"
        ),
        lang="ja",
    ),
    Veto(
        "task_only",
        42,
        Cue(
            r"(?:这个(?:函数|文件|测试|变量|类|方法|PR|提交|分支|任务|脚本|页面)|这(?:一)?行|这次"
            r"|本次|别忘了|记得(?:先|要|跑|运行|提交|把)|完成后|这里)"
        ),
        lang="zh",
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:bitte |jetzt |dann |und |kannst du |könntest du )*(?:benenne|füge|öffne"
            r"|starte|führe|prüfe|zeig\w*|lösche|entferne|ändere|mach\w*|schreib\w*|erstelle|schau"
            r"|teste|korrigiere|behebe|lies|such\w*|fix\w*|kannst du|könntest du)\b"
        ),
        lang="de",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:maintenant |puis |et |s(?:'|’)il te plaît,? |peux-tu "
            r"|tu peux )*(?:renomme|ajoute|ouvre|lance|vérifie|montre|supprime|corrige|change"
            r"|modifie|crée|écris|regarde|exécute|fais|lis|cherche|peux-tu|tu peux|pourrais-tu)\b"
        ),
        lang="fr",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:ahora |luego |y |por favor,? |puedes )*(?:renombra|agrega|añade|abre"
            r"|ejecuta|corre|revisa|muestra|muéstrame|borra|elimina|corrige|arregla|cambia|crea"
            r"|escribe|mira|haz|lee|busca|puedes|podrías)\b"
        ),
        lang="es",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:agora |depois |e |por favor,? |você pode |pode )*(?:renomeie|renomeia"
            r"|adicione|adiciona|abra|abre|execute|rode|roda|verifique|verifica|mostre|mostra"
            r"|apague|remova|corrija|corrige|mude|altere|crie|cria|escreva|olhe|olha|faça|faz|leia"
            r"|procure|você pode|pode)\b"
        ),
        lang="pt",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:ora |adesso |poi |e |per favore,? |puoi )*(?:rinomina|aggiungi|apri"
            r"|esegui|lancia|controlla|verifica|mostra|mostrami|cancella|rimuovi|correggi|cambia"
            r"|modifica|crea|scrivi|guarda|fai|leggi|cerca|sistema|puoi|potresti)\b"
        ),
        lang="it",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:теперь |потом |и |пожалуйста,? )*(?:переименуй|добавь|открой|запусти"
            r"|проверь|покажи|удали|исправь|измени|создай|напиши|посмотри|сделай|прочитай|найди"
            r"|поправь|обнови)"
        ),
        lang="ru",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"(?:して(?:ください|くれ|もらえ|ほしい)|てください|見せて|直して|追加して|変更して"
            r"|お願い)"
        ),
        lang="ja",
        roles=USER,
    ),
    Veto(
        "directive",
        26,
        Cue(
            r"\A\W{0,4}(?:请|帮我|现在|然后|先|麻烦)?(?:把|将|给我|帮我|看看|看一下|检查一下|运行"
            r"|跑一下|打开|修复|修改|添加|删除|重命名|写一个|解释|显示|生成|创建|更新一下)"
        ),
        lang="zh",
        roles=USER,
    ),
    Veto(
        "moment",
        28,
        Cue(
            r"\b(?:gerade|im moment|heute|gestern|morgen früh|momentan|derzeit|in einer stunde"
            r"|gleich)\b"
        ),
        lang="de",
    ),
    Veto(
        "moment",
        28,
        Cue(
            r"\b(?:en ce moment|aujourd(?:'|’)hui|hier|demain|pour l(?:'|’)instant"
            r"|tout à l(?:'|’)heure|actuellement)\b"
        ),
        lang="fr",
    ),
    Veto(
        "moment",
        28,
        Cue(
            r"\b(?:ahora mismo|en este momento|hoy|ayer|mañana por|por ahora|actualmente"
            r"|dentro de un rato)\b"
        ),
        lang="es",
    ),
    Veto(
        "moment",
        28,
        Cue(
            r"\b(?:agora mesmo|neste momento|no momento|hoje|ontem|amanhã|por enquanto|atualmente"
            r"|daqui a pouco)\b"
        ),
        lang="pt",
    ),
    Veto(
        "moment",
        28,
        Cue(r"\b(?:in questo momento|oggi|ieri|domani|per ora|attualmente|tra poco|proprio ora)\b"),
        lang="it",
    ),
    Veto("moment", 28, Cue(r"(?:сейчас|сегодня|вчера|завтра|пока что|в данный момент)"), lang="ru"),
    Veto("moment", 28, Cue(r"(?:今(?:は|から|日|夜)|現在|昨日|明日|さっき|とりあえず)"), lang="ja"),
    Veto("moment", 28, Cue(r"(?:现在|目前|今天|昨天|明天|刚才|刚刚|暂时|马上)"), lang="zh"),
)

STATEMENT_RULES: Final[tuple[Statement, ...]] = (
    # ------------------------------------------------------------ German
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"\bich (?:bevorzuge|ziehe .{1,60} vor|mag|hätte (?:lieber|gern\w*)"
            r"|möchte (?:immer|lieber|keine|nie)|hasse|arbeite (?:lieber|am liebsten)"
            r"|will (?:immer|nie|keine))\b",
            r"\b(?:mir (?:ist|sind) .{1,40} lieber|am liebsten|lieber (?:kurze?|keine|mit|ohne|auf)"
            r"|meine bevorzugte\w*|nenn mich)\b",
        ),
        lang="de",
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"\b(?:ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft|zukünftig"
            r"|fortan|grundsätzlich|jedes mal,? wenn|standardmäßig|generell)\b",
            r"\A\W{0,4}(?:bitte )?(?:immer|nie|niemals)\b",
        ),
        lang="de",
    ),
    Statement("always_never", "standing", 31, Cue(r"\b(?:immer|nie|niemals|stets)\b"), lang="de"),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"\b(?:wir|ich) (?:haben|habe) (?:uns|mich|gemeinsam|heute|beschlossen"
            r"|entschieden)\b.{0,120}\b(?:entschieden|beschlossen|geeinigt|festgelegt)?",
            r"\b(?:entscheidung ?:|die entscheidung|beschlossen"
            r"|wir (?:bleiben bei|nehmen|wechseln (?:auf|zu)|steigen .{1,30} um|setzen auf"
            r"|verzichten auf|gehen mit))\b",
            r"\b(?:statt|anstatt|anstelle)\b.{1,80}\b(?:weil|da|denn)\b",
        ),
        roles=BOTH,
        lang="de",
    ),
    Statement(
        "rule",
        "convention",
        34,
        Cue(
            r"\b(?:muss|müssen|darf|dürfen|sollen?|soll)\b.{2,80}\b(?:sein|werden|haben|stehen"
            r"|liegen|heißen|enthalten)\b",
            r"\b(?:unsere (?:konvention|regel|richtlinie)|die regel (?:ist|lautet)|konvention ?:"
            r"|regel ?:|bei uns|in diesem (?:repo|projekt)|wir (?:verwenden|nutzen|benutzen"
            r"|schreiben|benennen|committen|speichern|machen) )",
            r"\b(?:alle|jede[rs]?|sämtliche|kein(?:e[rn]?)?|neue) [^.]{2,80}\b(?:muss|müssen|werden"
            r"|wird|soll(?:en)?|dürfen|darf|braucht|brauchen|gehör(?:t|en)|beginnt|beginnen"
            r"|heißen)\b",
            r"\b(?:verboten|pflicht|vorgeschrieben|nicht erlaubt|tabu)\b"
            r"|\bnur .{2,60}\b(?:darf|dürfen)\b|\bgehör(?:t|en) (?:in|unter|zu|nach)\b",
        ),
        lang="de",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"\b(?:ursache|grund|fehler|problem|schuld|auslöser)\b.{0,60}\b(?:war(?:en)?|lag(?:en)?"
            r"|ist|liegt)\b",
            r"\b(?:lag (?:daran|an)|verursacht (?:durch|von)|stellte sich heraus"
            r"|hat sich herausgestellt|wurde[n]? (?:durch .{1,60} )?(?:verursacht|ausgelöst)"
            r"|erkenntnis ?:|gelernt ?:|herausgefunden|merke ?:|deshalb|deswegen|daher)\b",
        ),
        roles=BOTH,
        lang="de",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            r"(?:,|;| -| —| –) ?(?:sodass|so dass|also|sonst|deshalb|daher|weil|da|wenn|außer"
            r"|während)\b.{6,}",
            r"\b(?:nur|erst|sonst|obwohl|sobald|solange|wenn|weil|braucht|teilt|teilen|akzeptiert"
            r"|läuft|laufen|verliert|erwartet|liefert|verwendet|nutzt|blockiert|löscht|ignoriert"
            r"|überschreibt|hängt .{1,20} ab)\b.{4,}",
        ),
        lang="de",
    ),
    Statement(
        "how_to_talk",
        "preference",
        32,
        Cue(
            r"\b(?:antworte|erkläre?|schreib|sprich|halte?|duze|fass)\b.{0,60}\b(?:kurz\w*|deutsch"
            r"|englisch|knapp|ohne|antworten|immer|nie|dich)\b",
            r"\b(?:antworten|erklärungen|kommentare) (?:bitte )?(?:auf|in|immer|kurz|ohne|nur)\b",
        ),
        lang="de",
    ),
    # ------------------------------------------------------------ French
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"\b(?:je (?:préfère|n(?:'|’)aime pas|déteste|veux (?:toujours|que tu)|souhaite que"
            r"|préférerais|suis plus à l(?:'|’)aise)|j(?:'|’)(?:aime|adore"
            r"|aimerais (?:toujours|que tu))|ma préférence|appelle-moi|tutoie-moi)\b"
        ),
        lang="fr",
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"\b(?:désormais|dorénavant|à partir de (?:maintenant|aujourd(?:'|’)hui)"
            r"|à l(?:'|’)avenir|chaque fois que|par défaut|en règle générale)\b",
            r"\A\W{0,4}(?:merci de |s(?:'|’)il te plaît,? |il faut )?(?:ne (?:\w+ )?jamais|toujours"
            r"|n(?:'|’)\w+ jamais|jamais)\b",
        ),
        lang="fr",
    ),
    Statement(
        "always_never",
        "standing",
        31,
        Cue(r"\b(?:toujours|jamais|systématiquement)\b(?! en cours)"),
        lang="fr",
    ),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"\b(?:nous avons|on a|j(?:'|’)ai|l(?:'|’)équipe a) (?:\w+ )?(?:décidé|choisi|opté"
            r"|retenu|tranché|convenu|préféré|abandonné)\b",
            r"\b(?:décision ?:|la décision|on (?:part sur|reste sur|passe à|garde|abandonne"
            r"|est passé)|nous (?:passons à|restons sur|gardons|abandonnons))\b",
            r"\b(?:plutôt que|au lieu de)\b.{1,80}\b(?:car|parce que|puisque|afin)\b",
        ),
        roles=BOTH,
        lang="fr",
    ),
    Statement(
        "rule",
        "convention",
        34,
        Cue(
            r"\b(?:doit|doivent) (?:toujours )?(?:être|avoir|passer|rester|utiliser|commencer)\b",
            r"\b(?:notre (?:convention|règle|politique)|la (?:règle|convention) (?:est|ici)"
            r"|convention ?:|règle ?:|chez nous|dans ce (?:dépôt|repo|projet)"
            r"|(?:nous|on) (?:utilisons|utilise|écrivons|écrit|nommons|nomme|préfixe|stocke"
            r"|n(?:'|’)utilise))\b",
            r"\b(?:tous|toutes|chaque|aucune?|tout|toute) [^.]{2,80}\b(?:doi(?:t|vent)|sont|est"
            r"|faut|passe(?:nt)?|comporte(?:nt)?|commence(?:nt)?|ne)\b",
            r"\b(?:interdit|obligatoire|exigée?s?|proscrit|protégée?s?)\b"
            r"|\bseule?s? .{2,60}\b(?:peut|peuvent|doit|doivent|est|sont)\b|\bil (?:ne )?faut\b",
        ),
        lang="fr",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"\b(?:cause|raison|problème|coupable|bug|erreur|panne)\b.{0,60}\b(?:était|venait"
            r"|provenait|vient|a été|est)\b",
            r"\b(?:(?:causée?s?|provoquée?s?|due?s?) (?:par|à|au)|il s(?:'|’)est avéré"
            r"|s(?:'|’)avère|en fait,|c(?:'|’)est pour ça|c(?:'|’)est pourquoi|leçon|à retenir"
            r"|on a (?:découvert|compris|appris)|nous avons (?:découvert|compris|appris)"
            r"|venait (?:de|du|d))\b",
        ),
        roles=BOTH,
        lang="fr",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            r"(?:,|;| -| —| –) ?(?:donc|sinon|ce qui|car|parce que|sauf|alors|du coup"
            r"|même si)\b.{6,}",
            r"\b(?:seulement|uniquement|n(?:'|’)accepte|ne (?:supporte|fonctionne|marche|peut|gère)"
            r"|partage(?:nt)?|utilise|exige|perd|attend|bloque|écrase|dépend|tourne|expire|sinon"
            r"|dès que|tant que|quand|lorsque|si)\b.{4,}",
        ),
        lang="fr",
    ),
    Statement(
        "how_to_talk",
        "preference",
        32,
        Cue(
            r"\b(?:réponds|explique|écris|garde|parle|fais)\b.{0,60}\b(?:court\w*|français|anglais"
            r"|bref|brève\w*|sans|simple\w*|toujours|concis\w*)\b",
            r"\b(?:réponses|explications|commentaires) (?:courtes|en|sans|brèves|toujours"
            r"|concises)\b",
        ),
        lang="fr",
    ),
    # ------------------------------------------------------------ Spanish
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"\b(?:prefiero|preferiría|me gusta(?:n|ría)?|no me gusta(?:n)?|odio|detesto"
            r"|quiero que siempre|mi preferencia|llámame|tutéame)\b"
        ),
        lang="es",
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"\b(?:a partir de ahora|de ahora en adelante|desde ahora|en adelante|en el futuro"
            r"|cada vez que|por defecto|como regla general)\b",
            r"\A\W{0,4}(?:por favor,? )?(?:siempre|nunca|jamás)\b",
        ),
        lang="es",
    ),
    Statement("always_never", "standing", 31, Cue(r"\b(?:siempre|nunca|jamás)\b"), lang="es"),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"\b(?:decidimos|hemos decidido|decidí|he decidido|elegimos|hemos elegido|acordamos"
            r"|optamos|nos quedamos (?:con|en)|nos decantamos|se decidió|el equipo decidió"
            r"|descartamos|abandonamos|migramos|vamos con|nos pasamos a|decisión ?:|la decisión)\b",
            r"\b(?:en lugar de|en vez de)\b.{1,80}\b(?:porque|ya que|para)\b",
        ),
        roles=BOTH,
        lang="es",
    ),
    Statement(
        "rule",
        "convention",
        34,
        Cue(
            r"\bdeben? (?:siempre )?(?:ser|estar|tener|ir|pasar|usar|llevar|empezar)\b",
            r"\b(?:nuestra (?:convención|regla|política|norma)"
            r"|la (?:regla|convención|norma) (?:es|aquí)|convención ?:|regla ?:|norma ?:"
            r"|en este (?:repo|repositorio|proyecto)|(?:usamos|utilizamos|escribimos|nombramos"
            r"|guardamos|no usamos|hacemos))\b",
            r"\b(?:tod[oa]s|cada|ning[uú]na?|todo|toda) [^.]{2,80}\b(?:deben?|tienen?|se (?:\w+)|va"
            r"|van|lleva(?:n)?|necesita(?:n)?|empieza(?:n)?|requiere(?:n)?)\b",
            r"\b(?:prohibido|obligatori[oa]s?|no se permite)\b|\bhay que\b",
        ),
        lang="es",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"\b(?:causa|razón|motivo|problema|culpable|error|fallo|bug)\b.{0,60}\b(?:era(?:n)?"
            r"|fue(?:ron)?|venía|estaba|es|está)\b",
            r"\b(?:(?:causad|provocad)[oa]s? por|se deb(?:ía|ió|e) a|resulta que"
            r"|resultó (?:que|ser)|por eso|lección|descubrimos|aprendimos|nos dimos cuenta"
            r"|aprendizaje)\b",
        ),
        roles=BOTH,
        lang="es",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            r"(?:,|;| -| —| –) ?(?:así que|por lo que|de modo que|porque|ya que|salvo|excepto|si no"
            r"|mientras|aunque)\b.{6,}",
            r"\b(?:s[oó]lo|solamente|únicamente|comparte(?:n)?"
            r"|no (?:acepta|soporta|funciona|admite|puede)|acepta|requiere|espera|pierde|depende"
            r"|bloquea|sobrescribe|caduca|cuando|hasta que|mientras)\b.{4,}",
        ),
        lang="es",
    ),
    Statement(
        "how_to_talk",
        "preference",
        32,
        Cue(
            r"\b(?:responde|respóndeme|contesta|explica|explícame|escribe|háblame"
            r"|mantén)\b.{0,60}\b(?:cort[oa]s?|español|inglés|breve\w*|sin|simple|sencill\w*"
            r"|siempre|concis\w*)\b",
            r"\b(?:respuestas|explicaciones|comentarios) (?:cortas|en|sin|breves|siempre"
            r"|concisas)\b",
        ),
        lang="es",
    ),
    # ------------------------------------------------------------ Portuguese
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"\b(?:prefiro|preferiria|(?:eu )?(?:não )?gosto|odeio|detesto|adoro|minha preferência"
            r"|quero (?:que você )?sempre|me cham[ae])\b"
        ),
        lang="pt",
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"\b(?:a partir de agora|de agora em diante|daqui (?:pra|para) (?:a )?frente"
            r"|daqui em diante|no futuro|toda vez que|sempre que|por padrão|como regra)\b",
            r"\A\W{0,4}(?:por favor,? )?(?:sempre|nunca|jamais)\b",
        ),
        lang="pt",
    ),
    Statement("always_never", "standing", 31, Cue(r"\b(?:sempre|nunca|jamais)\b"), lang="pt"),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"\b(?:decidimos|decidi|escolhemos|optamos|ficou decidido|foi decidido|resolvemos"
            r"|combinamos|o time decidiu|a equipe decidiu|vamos (?:com|ficar com|manter|migrar"
            r"|trocar|adotar|usar)|descartamos|abandonamos|trocamos|decisão ?:|a decisão)\b",
            r"\b(?:em vez de|ao invés de|no lugar de)\b.{1,80}\b(?:porque|pois|já que|para)\b",
        ),
        roles=BOTH,
        lang="pt",
    ),
    Statement(
        "rule",
        "convention",
        34,
        Cue(
            r"\b(?:devem?|precisam?) (?:sempre )?(?:ser|estar|ter|ir|passar|usar|ficar|começar)\b",
            r"\b(?:noss[ao] (?:convenção|regra|política|padrão)|a (?:regra|convenção) (?:é|aqui)"
            r"|convenção ?:|regra ?:|neste (?:repo|repositório|projeto)"
            r"|(?:usamos|utilizamos|escrevemos|nomeamos|guardamos|não usamos|fazemos"
            r"|a gente usa))\b",
            r"\b(?:tod[oa]s?|cada|nenhuma?) [^.]{2,80}\b(?:deve(?:m)?|precisa(?:m)?|tem que|têm que"
            r"|são|é|vai|vão|fica(?:m)?|começa(?:m)?|exige(?:m)?|pode(?:m)?)\b",
            r"\b(?:proibid[oa]s?|obrigatóri[oa]s?)\b|\bnão (?:se )?pode\b",
        ),
        lang="pt",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"\b(?:causa|razão|motivo|problema|culpad[oa]|erro|falha|bug)\b.{0,60}\b(?:era(?:m)?"
            r"|foi|foram|vinha|estava|é|está)\b",
            r"\b(?:(?:causad|provocad)[oa]s? p(?:or|elo|ela)|se devia|deveu-se|acontece que"
            r"|descobrimos|aprendemos|percebemos|por isso|lição|aprendizado|no fim era)\b",
        ),
        roles=BOTH,
        lang="pt",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            r"(?:,|;| -| —| –) ?(?:então|por isso|portanto|porque|pois|senão|exceto|a não ser"
            r"|enquanto|mesmo que|logo)\b.{6,}",
            r"\b(?:só|somente|apenas|compartilha(?:m)?|não (?:aceita|suporta|funciona|permite|pode)"
            r"|aceita|exige|espera|perde|depende|bloqueia|sobrescreve|expira|quando|até que"
            r"|enquanto)\b.{4,}",
        ),
        lang="pt",
    ),
    Statement(
        "how_to_talk",
        "preference",
        32,
        Cue(
            r"\b(?:responda|responde|explique|explica|escreva|fale"
            r"|mantenha)\b.{0,60}\b(?:curt[oa]s?|português|inglês|breve\w*|sem|simples|sempre"
            r"|concis\w*|diret\w*)\b",
            r"\b(?:respostas|explicações|comentários) (?:curtas|em|sem|breves|sempre|diretas)\b",
        ),
        lang="pt",
    ),
    # ------------------------------------------------------------ Italian
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"\b(?:preferisco|preferirei|(?:non )?mi piac(?:e|ciono)|odio|detesto|la mia preferenza"
            r"|voglio (?:sempre|che tu)|chiamami|dammi del tu)\b"
        ),
        lang="it",
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"\b(?:d(?:'|’)ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in poi|in futuro"
            r"|ogni volta che|di default|come regola)\b",
            r"\A\W{0,4}(?:per favore,? )?(?:sempre|mai|non \w+ mai)\b",
        ),
        lang="it",
    ),
    Statement("always_never", "standing", 31, Cue(r"\b(?:sempre|mai)\b"), lang="it"),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"\b(?:abbiamo (?:\w+ )?(?:deciso|scelto|optato|concordato|scartato|abbandonato)"
            r"|ho (?:deciso|scelto)|il team ha (?:deciso|scelto)|si è deciso|restiamo (?:su|con)"
            r"|passiamo a|andiamo con|decisione ?:|la decisione)\b",
            r"\b(?:invece (?:di|che)|al posto di|piuttosto che)\b.{1,80}\b(?:perché|poiché|dato che"
            r"|per)\b",
        ),
        roles=BOTH,
        lang="it",
    ),
    Statement(
        "rule",
        "convention",
        34,
        Cue(
            r"\bdev(?:e|ono) (?:sempre )?(?:essere|avere|stare|passare|usare|andare|iniziare)\b",
            r"\b(?:la nostra (?:convenzione|regola|policy)|la (?:regola|convenzione) (?:è|qui)"
            r"|convenzione ?:|regola ?:|in questo (?:repo|repository|progetto)"
            r"|(?:usiamo|utilizziamo|scriviamo|salviamo|non usiamo|facciamo))\b",
            r"\b(?:tutti|tutte|ogni|nessun[ao]?) [^.]{2,80}\b(?:dev(?:e|ono)|va|vanno|è|sono"
            r"|ha bisogno|richied(?:e|ono)|inizia(?:no)?|può)\b",
            r"\b(?:vietat[oaie]|obbligatori[oaie]?)\b|\bbisogna\b",
        ),
        lang="it",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"\b(?:causa|ragione|motivo|problema|colpevole|colpa|errore"
            r"|bug)\b.{0,60}\b(?:era(?:no)?|è stat[oa]|veniva|stava|è)\b",
            r"\b(?:(?:causat|provocat|dovut)[oaie] (?:da\w*|a\w*)|è emerso|risulta che"
            r"|si è scoperto|abbiamo (?:scoperto|capito|imparato)|ecco perché|per questo|lezione"
            r"|dipendeva d)\b",
        ),
        roles=BOTH,
        lang="it",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            r"(?:,|;| -| —| –) ?(?:quindi|perciò|perché|altrimenti|tranne|a meno che|mentre"
            r"|anche se|cosi|così)\b.{6,}",
            r"\b(?:solo|soltanto|solamente|condivid(?:e|ono)|non (?:accetta|supporta|funziona|può)"
            r"|accetta|richiede|aspetta|perde|dipende|blocca|sovrascrive|scade|quando|finché"
            r"|mentre)\b.{4,}",
        ),
        lang="it",
    ),
    Statement(
        "how_to_talk",
        "preference",
        32,
        Cue(
            r"\b(?:rispondi|rispondimi|spiega|spiegami|scrivi|parla|mantieni"
            r"|tieni)\b.{0,60}\b(?:brev\w*|cort\w*|italiano|inglese|senza|semplic\w*|sempre"
            r"|concis\w*)\b",
            r"\b(?:risposte|spiegazioni|commenti) (?:brevi|in|senza|corte|sempre|concise)\b",
        ),
        lang="it",
    ),
    # ------------------------------------------------------------ Russian
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"(?:я (?:предпочитаю|люблю|не люблю|ненавижу|хочу (?:всегда|чтобы))"
            r"|мне (?:нравит|больше нравит|удобн|проще|не нравит)|предпочитаю|называй меня"
            r"|обращайся ко мне)"
        ),
        lang="ru",
    ),
    Statement(
        "standing_wish",
        "standing",
        35,
        Cue(
            r"(?:отныне|с этого момента|впредь|в будущем|на будущее|каждый раз,? когда|по умолчанию"
            r"|как правило)",
            r"\A\W{0,4}(?:пожалуйста,? )?(?:всегда|никогда)",
        ),
        lang="ru",
    ),
    Statement("always_never", "standing", 31, Cue(r"(?:всегда|никогда)"), lang="ru"),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"(?:мы (?:\w+ )?(?:решили|выбрали|договорились|остановились на|отказались|переходим"
            r"|перешли|остаёмся|остаемся)|я (?:решил|выбрал)|решили|было решено|команда решила"
            r"|решение ?:|вместо .{1,60}(?:потому что|так как|чтобы))"
        ),
        roles=BOTH,
        lang="ru",
    ),
    Statement(
        "rule",
        "convention",
        34,
        Cue(
            r"(?:наш[еа]? (?:правило|соглашение|конвенция)|правило ?:|у нас (?:принято|в)|принято"
            r"|в этом (?:репозитории|проекте)|мы (?:используем|пишем|называем|храним|не используем)"
            r"|запрещен|запрещён|обязательн|нельзя|(?:все|каждый|каждая|каждое|любой|любая"
            r"|никакие) .{2,80}(?:должн|нужн|хран|пиш|проход|начина|именуют|называют|требу|обязан))"
        ),
        lang="ru",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"(?:(?:причин|проблем|виноват|дело|ошибк)\w* .{0,60}(?:был|оказал|в том|из-за|—"
            r"|состоя)|оказалось|выяснилось|из-за того|вызван|поэтому|вывод ?:|урок ?:"
            r"|мы (?:узнали|поняли|обнаружили|выяснили))"
        ),
        roles=BOTH,
        lang="ru",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        21,
        Cue(
            r"(?:, (?:так что|поэтому|иначе|потому что|если|когда|пока|хотя)|только"
            r"|не (?:принимает|поддерживает|работает|может)|принимает|использует|требует|ожидает"
            r"|теряет|зависит|блокирует|перезаписывает|истекает|общ(?:ий|ая|ую))"
        ),
        lang="ru",
    ),
    Statement(
        "how_to_talk",
        "preference",
        32,
        Cue(
            r"(?:отвечай|объясняй|пиши|говори).{0,60}(?:кратк|коротк|русск|английск|без|прост"
            r"|всегда)|ответы (?:кратк|коротк|на|без)"
        ),
        lang="ru",
    ),
    # ------------------------------------------------------------ Japanese
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"(?:のほう|の方|方)が(?:好き|いい|良い|ありがたい|助かる|助かります|読みやすい)"
            r"|好みです|が好き|は(?:嫌い|苦手|好きではない|不要です|いりません)|(?:を|のを)好み"
            r"|(?:回答|返答|返信|説明|返事)(?:は|を).{0,40}(?:で|に|短く|簡潔|ください|お願い)"
            r"|と呼んで"
        ),
        lang="ja",
    ),
    Statement(
        "standing_wish",
        "standing",
        45,
        Cue(
            r"今後|これから(?:は|も)|以後|以降は|毎回|必ず.{0,40}(?:ください|お願い|こと)|常に"
            r"|絶対に|いつも|デフォルトで"
        ),
        lang="ja",
    ),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"(?:こと|もの|方針|案)に(?:決め|しま|決定|なりました)|に決(?:め|まり|定)|を(?:採用"
            r"|選択|選びま|選ん)|決定(?:事項)?[:：]|に(?:移行|統一|切り替え)(?:する|します|しました"
            r"|ことに)|(?:見送|やめ)(?:る|り|ました|ることに)|(?:ではなく|の代わりに).{0,60}(?:ため"
            r"|ので|から)"
        ),
        roles=BOTH,
        lang="ja",
    ),
    Statement(
        "rule",
        "convention",
        40,
        Cue(
            r"ルール(?:です|は|で|:|：|になって)|規約|決まり(?:です|に)|慣例|(?:すべて|全て|全部|各"
            r"|どの).{1,60}(?:こと|必要|ます|する|べき|です)|必要(?:です|があり|が有り)"
            r"|必ず.{1,40}(?:です|ます|する)|なければ(?:ならない|なりません|いけ)|(?:しては"
            r"|使っては|直接.{0,20}ては)(?:いけ|なりません|ダメ|だめ)|禁止|必須|(?:この|私たちの"
            r"|うちの|当)(?:リポジトリ|プロジェクト|チーム)(?:では|は)|べきです|(?:使う|書く|付ける"
            r"|つける|通す|置く|する|入れる|保存する)こと(?:。|\Z|にして|に統一|になって)"
        ),
        lang="ja",
    ),
    Statement(
        "cause_found",
        "insight",
        37,
        Cue(
            r"原因(?:は|が|で|を)|(?:が|の)せい(?:で|だ|でした)|判明|わかりました|分かりました"
            r"|(?:ことが|と)(?:わかった|分かった|わかり|分かり)|ためでした|からでした|(?:教訓|学び"
            r"|知見|ポイント|注意)[:：は]|実は|だから.{0,30}(?:失敗|遅|落ち)|結果として"
        ),
        roles=BOTH,
        lang="ja",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        29,
        Cue(
            r"(?:ので|ため|から)、|(?:しない|でない|ない)と|(?:のみ|しか|だけ)|(?:と|場合|とき"
            r"|時)、.{2,40}(?:ます|ません|する|される|なる|失敗|落ち|消え)|共有して|依存して"
            r"|(?:受け付け|対応してい|サポートしてい|動き|動作し|使え|許可され)(?:ません|ない)"
            r"|(?:上書き|削除|無視|切断|再起動|リセット)(?:され|し)"
        ),
        lang="ja",
    ),
    # ------------------------------------------------------------ Chinese
    Statement(
        "personal_preference",
        "preference",
        36,
        Cue(
            r"我(?:更|比较|还是|个人)?(?:喜欢|偏好|偏爱|倾向|讨厌|不喜欢|习惯|希望你|想要你|不想看)"
            r"|我的(?:偏好|习惯)|对我来说|叫我|(?:回答|回复|解释|说明)(?:请|要|都|尽量|时|用"
            r"|保持).{1,40}"
        ),
        lang="zh",
    ),
    Statement(
        "standing_wish",
        "standing",
        45,
        Cue(
            r"以后|今后|从(?:现在|今天|今)(?:开始|起)|往后|每次|每当|默认|一律|总是|始终|永远"
            r"|千万(?:别|不要)|绝(?:不|对不)|从不|一直(?:用|使用|保持)"
        ),
        lang="zh",
    ),
    Statement(
        "decided",
        "decision",
        38,
        Cue(
            r"(?:我们|团队|我|最后|最终|已经|会上)?(?:决定|选择了|选定|敲定|商定|定下来|选用|采用了"
            r"|放弃了|改用|换成|迁移到|同意)(?!吗)|决策[:：]"
            r"|(?:而不是|而非|代替|取代).{0,60}(?:因为|由于|，)|(?:就用|就选|还是用).{1,40}(?:因为"
            r"|，)"
        ),
        roles=BOTH,
        lang="zh",
    ),
    Statement(
        "rule",
        "convention",
        39,
        Cue(
            r"(?:规范|约定|规定|规则|惯例|原则)(?:是|：|:|要求|，)|(?:所有|每个|任何|全部|凡是"
            r"|各个).{1,60}(?:必须|都|要|应|需|不能|不得|禁止)|必须|禁止|不允许|不得|严禁"
            r"|(?:我们|团队|项目里|仓库里|项目中|仓库中)(?:这边)?(?:都|统一|只|从不|不|一般"
            r"|总是)?(?:用|使用|写|命名|放|采用|要求|遵循)|统一"
        ),
        lang="zh",
    ),
    Statement(
        "cause_found",
        "insight",
        41,
        Cue(
            r"(?:根本|真正)?原因(?:是|在于|就是|出在)|(?:问题|故障|错误|罪魁祸首|根源)(?:是|在于"
            r"|出在|来自|源于)|(?:原来|结果发现|后来发现|发现了?|查明|证实|排查)(?:是|，|：|问题"
            r"|原因|.{0,20}(?:导致|因为|造成))|(?:是)?由.{1,60}(?:引起|导致|造成)|导致|造成了|教训"
            r"|经验[:：]|难怪|所以才|是因为"
        ),
        roles=BOTH,
        lang="zh",
    ),
    Statement(
        "how_it_behaves",
        "insight",
        29,
        Cue(
            r"(?:，|；)(?:所以|因此|否则|不然|因为|除非|只有|但|会|就会|也会)|(?:只(?:接受|支持|能"
            r"|有|会|在)|不支持|不接受|共享|共用|依赖|会(?:被|把|自动|覆盖|丢失|失败|超时|重启|清空"
            r"|断开)|每(?:天|晚|周|小时))"
        ),
        lang="zh",
    ),
)
