"""Talk around a memory: an assistant's announcements and apologies, prompts, states of a session.

All of it is told by who speaks and how a text begins: a fact begins with what it is about.  "Let me
check", "I'm sorry, but I can't" and "You are an assistant that" are about the turn they stand in.
"""

# ruff: noqa: E501 - lists of words are easier to search in one line each

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Iterable
from typing import Final
from typing import NamedTuple

from pytest_memeval.suites.write_gate.leaks._line import Line
from pytest_memeval.suites.write_gate.leaks._line import counts
from pytest_memeval.suites.write_gate.leaks._line import holds
from pytest_memeval.suites.write_gate.leaks._line import starts

__all__ = ["TALK"]


class _Speech(NamedTuple):
    """How one language speaks of a session; each a part of a pattern."""

    who: str
    """The user or the assistant, at the beginning of a sentence."""
    now: str
    acts: str
    """What those two do for a minute: reads, waits, runs, checks."""
    lets: str
    """How an assistant announces what it does next."""
    sorry: str
    """Apology up to "I can't"."""
    model: str
    """"As a language model"."""
    role: str
    """"You are an assistant"."""
    here: str
    """"Here is the memory"."""


_AI: Final = r"(?:ai|ki|ia|ии|ші|llm|gpt)"

# Not every cell has a text of its own, neither below nor in `tests`.
_SPEECH: Final[dict[str, _Speech]] = {
    "de": _Speech(
        r"(?:der |die )?(?:assistent|agent|benutzer|nutzer|anwender|nutzerin|sitzung)",
        r"(?:gerade|momentan|derzeit|aktuell|jetzt|im moment|noch)",
        r"(?:liest|wartet|prüft|testet|sucht|öffnet|bearbeitet|debuggt|führt|startet|schaut|läuft)",
        r"(?:ich (?:werde|schaue|prüfe|lese|öffne|starte) (?:jetzt|nun|mir|als nächstes|zuerst)"
        r"|als nächstes (?:werde|prüfe|lese) ich|lass(?:en sie)? mich (?:kurz |zuerst |erst |mal )?"
        r"(?:nachsehen|prüfen|schauen|das))",
        r"(?:es tut mir leid|tut mir leid|entschuldigung|leider),?(?: aber)? (?:ich )?kann(?: ich)?\b"
        r"[^.\n]{0,80}\b(?:nicht|keine[nm]?)",
        r"als (?:ein )?(?:ki|sprachmodell|ki-\w{3,20})\b",
        r"(?:du bist|sie sind) (?:ein|eine) [^.\n]{0,60}(?:assistent|agent|modell|bot|experte)",
        r"hier (?:ist|sind) (?:die |der |das |deine |ihre )?[^.:\n]{0,40}"
        r"(?:erinnerung|fakten|zusammenfassung|notiz|gedächtnis)",
    ),
    "fr": _Speech(
        r"(?:l'|l’|le |la |un )?(?:assistant|agent|utilisateur|utilisatrice|session)",
        r"(?:actuellement|en ce moment|maintenant|toujours|encore|en train de)",
        r"(?:lit|lire|attend|vérifi|test|cherch|ouvr|exécut|lanc|débogu|relit|examin|modifi)",
        r"(?:je vais (?:maintenant|d'abord|ensuite|vérifier|lire|lancer|regarder|commencer)"
        r"|laissez-moi|laisse-moi|ensuite,? je vais)",
        r"(?:je suis (?:vraiment )?désolée?|désolée?|malheureusement)[,.]?(?: mais)? je ne (?:peux|suis|dispose|trouve)",
        r"en tant (?:que |qu['’])(?:ia|modèle|intelligence|assistant|llm)",
        r"(?:tu es|vous êtes) un(?:e)? [^.\n]{0,60}?(?:assistant|agent|modèle|expert|bot|ia)\b",
        r"voici (?:le |la |les |un |une )?[^.:\n]{0,40}(?:souvenir|mémoire|faits|résumé|informations)",
    ),
    "es": _Speech(
        r"(?:el |la |o |a )?(?:asistente|agente|usuario|usuaria|assistente|usuário|sesión|sessão)",
        r"(?:actualmente|ahora|en este momento|todavía|agora|neste momento|no momento|ainda|está)",
        r"(?:leyendo|esperando|espera|lee|ejecutando|revisando|probando|buscando|depurando|editando"
        r"|lendo|aguardando|executando|testando|verificando|rodando|abrindo|comprobando|instalando)",
        r"(?:ahora voy a|voy a (?:revisar|comprobar|leer|ejecutar|empezar)|déjame|permíteme"
        r"|a continuación,? (?:voy|revisaré)|agora vou|vou (?:verificar|ler|executar|rodar|começar"
        r"|agora)|deixe-me|deixa eu)",
        r"(?:lo siento|lo lamento|disculpa|desculpe|sinto muito|lamento|lamentablemente|infelizmente)"
        r"[,.]? (?:pero |mas )?(?:no puedo|não posso|no tengo|não tenho|não consigo|no me es)",
        r"como (?:modelo de (?:lenguaje|linguagem)|(?:una? |um |uma )?(?:ia|inteligencia artificial"
        r"|inteligência artificial|asistente de ia|assistente de ia|modelo))\b",
        r"(?:eres|usted es|você é|tu és) (?:un|una|um|uma) [^.\n]{0,60}?(?:asistente|agente|modelo|experto|assistente|especialista|bot)",
        r"(?:aquí (?:está|están|tienes)|aqui est(?:á|ão)|segue)(?: el| la| los| las| o| a| os| as)? "
        r"?[^.:\n]{0,40}(?:memoria|recuerdo|hechos|resumen|memória|fatos|factos|resumo)",
    ),
    "it": _Speech(
        r"(?:l'|l’|il |lo |la )?(?:assistente|agente|utente|sessione)",
        r"(?:attualmente|ora|adesso|in questo momento|ancora|sta)",
        r"(?:leggendo|aspettando|attende|aspetta|eseguendo|controllando|testando|cercando|aprendo|modificando|verificando)",
        r"(?:ora (?:controllo|verifico|leggo|eseguo|procedo|passo)|fammi (?:controllare|vedere)"
        r"|lasciami (?:controllare|vedere|verificare)|adesso (?:controllo|verifico|leggo))",
        r"(?:mi dispiace|spiacente|purtroppo)[,.]?(?: ma)? non (?:posso|sono in grado|ho (?:accesso|informazioni))",
        r"(?:come|in quanto) (?:un )?(?:modello linguistico|ia|intelligenza artificiale|assistente ia)\b",
        r"(?:sei|lei è|tu sei) un(?:'|’|o|a)? ?[^.\n]{0,60}(?:assistente|agente|modello|esperto|bot)\b",
        r"ecco (?:il |la |i |le |un )?[^.:\n]{0,40}(?:ricordo|memoria|fatti|riassunto|riepilogo)",
    ),
    "nl": _Speech(
        r"(?:de )?(?:assistent|agent|gebruiker|sessie)",
        r"(?:momenteel|nu|op dit moment|nog|net)",
        r"(?:leest|wacht|controleert|test|zoekt|opent|bewerkt|draait|bekijkt)",
        r"(?:ik (?:ga|zal) (?:nu|eerst|even)|laat me (?:even |eerst )?(?:kijken|controleren|nagaan)"
        r"|vervolgens ga ik)",
        r"(?:het spijt me|sorry|helaas),?(?: maar)? (?:ik )?kan(?: ik)?\b[^.\n]{0,80}\b(?:niet|geen)",
        r"als (?:een )?(?:ai|taalmodel|ai-\w{3,20})\b",
        r"(?:je|u) bent een [^.\n]{0,60}(?:assistent|agent|model|bot|expert)",
        r"hier (?:is|zijn) (?:de |het |een )?[^.:\n]{0,40}(?:herinnering|feiten|samenvatting)",
    ),
    "pl": _Speech(
        r"(?:asystent|agent|użytkownik|użytkowniczka|sesja)",
        r"(?:teraz|obecnie|aktualnie|właśnie|nadal|wciąż)",
        r"(?:czyta|czeka|sprawdza|testuje|szuka|otwiera|edytuje|uruchamia|debuguje|przegląda)",
        r"(?:teraz (?:sprawdzę|przeczytam|uruchomię|przejdę)|pozwól(?:,)? że (?:sprawdzę|zobaczę)"
        r"|najpierw sprawdzę|sprawdzę teraz)",
        r"(?:przepraszam|przykro mi|niestety),?(?: ale)? nie (?:mogę|mam|jestem w stanie)",
        r"jako (?:model językowy|ai|sztuczna inteligencja|asystent ai)\b",
        r"jesteś [^.\n]{0,60}(?:asystentem|agentem|modelem|ekspertem|botem)",
        r"oto (?:[^.:\n]{0,40}(?:wspomnienie|fakty|podsumowanie|pamięć))",
    ),
    "tr": _Speech(
        r"(?:asistan|ajan|kullanıcı|oturum)",
        r"(?:şu anda|şu an|şimdi|hâlâ|hala)",
        r"(?:okuyor|bekliyor|çalıştırıyor|kontrol ediyor|test ediyor|arıyor|inceliyor|düzenliyor|açıyor)",
        r"(?:şimdi [^.\n]{0,60}(?:edeceğim|bakacağım|çalıştıracağım|okuyacağım)"
        r"|önce [^.\n]{0,60}(?:edeyim|bakayım))",
        r"(?:üzgünüm|özür dilerim|maalesef),?(?: ama| ancak)? [^.\n]{0,120}"
        r"(?:yardımcı olamam|yapamam|erişemem|erişimim yok|veremem|edemem|bulamadım|olamıyorum|edemiyorum)",
        r"bir (?:yapay zek[aâ]|dil modeli)[^.\n]{0,40} olarak",
        r"sen [^.\n]{0,60}(?:asistanısın|asistansın|modelisin|ajanısın|uzmanısın)",
        r"işte [^.:\n]{0,40}(?:anı|bilgiler|özet|hafıza)",
    ),
    "sv": _Speech(
        r"(?:assistenten|agenten|användaren|sessionen|brukeren|brugeren)",
        r"(?:just nu|nu|för närvarande|fortfarande|lige nu|akkurat nå|nå)",
        r"(?:läser|väntar|testar|kör|söker|öppnar|redigerar|kontrollerar|granskar|leser|venter)",
        r"(?:nu ska jag|jag ska nu|låt mig (?:kolla|kontrollera|se|titta)|först ska jag|la meg|lad mig)",
        r"(?:jag är ledsen|tyvärr|ledsen|förlåt|beklager|desværre|dessverre),?(?: men)? "
        r"(?:jag |jeg )?(?:kan|har)(?: jag| jeg)? (?:inte|ikke)",
        r"som (?:en )?(?:ai|språkmodell?|sprogmodel|ai-\w{3,20})\b",
        r"du (?:är|er) en [^.\n]{0,60}(?:assistent|agent|modell?|expert|bot)",
        r"här (?:är|kommer) (?:[^.:\n]{0,40}(?:minnet|fakta|sammanfattning|minnen))",
    ),
    "ru": _Speech(
        r"(?:ассистент|агент|помощник|пользователь|пользовательница|сессия|сеанс|асистент|користувач)",
        r"(?:сейчас|в данный момент|в настоящий момент|пока|всё ещё|все еще|теперь|зараз|наразі|ще)",
        r"(?:читает|жд[её]т|проверяет|запускает|ищет|тестирует|отлаживает|редактирует|открывает"
        r"|выполняет|смотрит|правит|ожидает|читає|чекає|перевіряє|запускає|шукає|редагує)",
        r"(?:сейчас (?:я )?(?:проверю|посмотрю|прочитаю|запущу|открою)|теперь (?:я )?(?:проверю"
        r"|перейду|запущу)|давайте? (?:я )?(?:проверю|посмотрю|сначала)|сначала (?:я )?(?:проверю"
        r"|посмотрю|прочитаю)|зараз (?:я )?(?:перевірю|подивлюся)|спочатку (?:я )?перевірю)",
        r"(?:извините|простите|прошу прощения|к сожалению|сожалею|мне жаль|вибачте|на жаль|перепрошую),?"
        r"(?: но| але)? (?:я )?не (?:могу|имею|нашел|нашёл|в состоянии|можу|маю)",
        r"(?:как|будучи|як) (?:ии|ші|языков\w{2,4} модел\w{1,3}|мовн\w{1,3} модел\w{1,3}"
        r"|искусственн\w{2,4} интеллект\w{0,3})",
        r"(?:ты|вы|ти|ви) ?[—–-] ?[^.\n]{0,60}(?:ассистент|помощник|агент|модель|эксперт|бот|асистент|помічник)",
        r"(?:вот|ось) [^.:\n]{0,40}(?:воспоминани|факты|итог|резюме|память|спогад|факти|підсумок)",
    ),
    "cs": _Speech(
        r"(?:asistent|agent|uživatel|uživatelka|relace)",
        r"(?:právě|nyní|teď|momentálně|stále|zrovna)",
        r"(?:čte|čeká|kontroluje|testuje|hledá|otevírá|upravuje|spouští|ladí)",
        r"(?:nyní (?:zkontroluji|přečtu|spustím)|teď (?:zkontroluji|se podívám|spustím)"
        r"|nejprve zkontroluji|podívám se na)",
        r"(?:omlouvám se|je mi líto|bohužel|promiňte),?(?: ale)? (?:nemohu|nemůžu|nemám|nejsem schopen)",
        r"jako (?:jazykový model|ai|umělá inteligence)\b",
        r"(?:jsi|jste) [^.\n]{0,60}(?:asistent|agent|model|expert|bot)",
        r"(?:zde|tady) (?:je|jsou) (?:[^.:\n]{0,40}(?:vzpomínka|fakta|shrnutí|paměť))",
    ),
    "ja": _Speech(
        r"(?:アシスタント|エージェント|ユーザー|セッション)(?:は|が)",
        r"(?:現在|今|いま|ただいま)",
        r"(?:読んで|待って|実行して|確認して|待機|テストして|編集して|調べて|デバッグ)",
        r"(?:それでは|では|まず|次に|これから)、?[^。\n]{0,60}(?:確認します|実行します|見てみます|読みます|進みます|始めます|行います|修正します)",
        r"(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい|残念ながら)[^。\n]{0,80}"
        r"(?:できません|ありません|できない|できかねます)",
        r"(?:私は)?(?:ai|人工知能|言語モデル)[^。\n]{0,20}(?:として|なので|であるため)",
        r"(?:あなたは|君は)[^。\n]{0,60}(?:アシスタント|エージェント|モデル|専門家|ai)です",
        r"(?:以下|こちら|次)(?:が|は|に)[^。\n]{0,40}(?:記憶|メモリ|要約|事実|まとめ)",
    ),
    "zh": _Speech(
        r"(?:助手|助理|代理|智能体|用户|会话|助理|用戶)",
        r"(?:正在|目前|现在|当前|此刻|仍在|還在)",
        r"(?:读取|阅读|等待|运行|检查|查看|测试|搜索|编辑|调试|打开|执行|修改|排查)",
        r"(?:让我(?:先)?(?:看|检查|查看|来|运行|确认|读)|我(?:现在|先|接下来|将|来)(?:先)?"
        r"(?:检查|查看|运行|读取|修改|看看|执行|继续|去)|接下来,?，?我)",
        r"(?:抱歉|对不起|很抱歉|很遗憾|非常抱歉|抱歉)[^。\n]{0,30}(?:无法|不能|没有(?:权限|访问|找到|足够))",
        r"作为(?:一个|一名)?(?:ai|人工智能|语言模型|大语言模型|大型语言模型)",
        r"(?:你是|您是)(?:一个|一名|一位)?[^。\n]{0,40}(?:助手|助理|模型|专家|机器人|智能体)",
        r"(?:以下|这)是[^。\n]{0,40}(?:记忆|摘要|总结|事实)",
    ),
    "ko": _Speech(
        r"(?:어시스턴트|에이전트|사용자|세션|비서)(?:는|가|이|은)",
        r"(?:현재|지금|아직|방금)",
        r"(?:읽고|기다리고|대기|실행하고|확인하고|테스트하고|편집하고|검토하고|찾고|디버깅)",
        r"(?:먼저|이제|다음으로|그럼)[^.\n]{0,60}(?:확인하겠습니다|실행하겠습니다|살펴보겠습니다|진행하겠습니다|읽겠습니다|수정하겠습니다|보겠습니다|하겠습니다)",
        r"(?:죄송합니다|죄송하지만|미안하지만|유감스럽게도|안타깝지만)[^\n]{0,80}"
        r"(?:없습니다|못합니다|없어요|어렵습니다|못했습니다)",
        r"(?:저는 )?(?:ai|인공지능|언어 모델)[^.\n]{0,20}(?:로서|이므로|이라서|이기 때문에)",
        r"(?:당신은|너는)[^.\n]{0,60}(?:어시스턴트|도우미|비서|모델|에이전트|전문가)(?:입니다|이다|야)",
        r"(?:다음은|여기)[^.\n]{0,40}(?:기억|메모리|요약|사실)",
    ),
    "ar": _Speech(
        r"(?:المساعد|الوكيل|المستخدم|الجلسة)",
        r"(?:حاليا|حالياً|الآن|لا يزال|ما زال)",
        r"(?:يقرأ|ينتظر|يشغل|يتحقق|يبحث|يختبر|بانتظار|يفحص)",
        r"(?:دعني|سأقوم الآن|الآن سأ|سوف أتحقق)",
        r"(?:عذرا|عذراً|آسف|أعتذر|للأسف)[^.\n]{0,30}(?:لا أستطيع|لا يمكنني|ليس لدي|لا أملك)",
        r"(?:بصفتي|كوني|باعتباري) (?:نموذج|ذكاء|مساعد)",
        r"(?:أنت|انت) (?:مساعد|وكيل|نموذج|خبير)",
        r"(?:إليك|فيما يلي) [^.\n]{0,40}(?:ذكرى|ذاكرة|ملخص|حقائق|الحقائق)",
    ),
    "id": _Speech(
        r"(?:asisten|agen|pengguna|sesi)",
        r"(?:saat ini|sekarang|sedang|masih)",
        r"(?:membaca|menunggu|menjalankan|memeriksa|mencari|menguji|mengedit|membuka)",
        r"(?:biarkan saya|izinkan saya|sekarang saya akan|saya akan (?:sekarang|memeriksa|menjalankan|membaca))",
        r"(?:maaf|mohon maaf|sayangnya),?(?: tetapi| tapi| namun)? saya tidak (?:dapat|bisa|memiliki|punya)",
        r"sebagai (?:model bahasa|ai|kecerdasan buatan|asisten ai)\b",
        r"(?:anda|kamu) adalah [^.\n]{0,60}(?:asisten|agen|model|pakar|bot)",
        r"berikut (?:adalah |ini )?[^.:\n]{0,40}(?:memori|ingatan|fakta|ringkasan)",
    ),
}


def _any(parts: Iterable[str]) -> str:
    return "(?:" + "|".join(dict.fromkeys(parts)) + ")"


def _spoken(how: Callable[[_Speech], str]) -> str:
    """Give one pattern for all languages; the other scripts are tried only where one begins."""
    latin = [how(each) for name, each in _SPEECH.items() if name not in _OTHER_SCRIPTS]
    other = [how(_SPEECH[name]) for name in _OTHER_SCRIPTS]
    return _any([*latin, rf"(?=[^\x00-\x7f]|ai){_any(other)}"])


_OTHER_SCRIPTS: Final = ("ru", "ja", "zh", "ko", "ar")

# "The user is now reading the log", "En este momento el asistente está revisando el archivo".
_DOES_NOW: Final = _spoken(
    lambda each: (
        rf"(?:{each.who}(?=[^.。\n]{{0,60}}{each.now})|{each.now}[,、，]? {{0,1}}{each.who})"
        rf"(?=[^.。\n]{{0,80}}{each.acts})"
    )
)
# Nobody waits for good: no word for now is asked for.
_WAITS: Final = (
    r"(?:l['’]utilisat\w{3,5} attend|(?:der|die) (?:be)?nutzer\w{0,2} wartet"
    r"|(?:el|la) usuari[oa] (?:espera|está esperando)|o usuário (?:aguarda|espera|está (?:esperando|aguardando))"
    r"|l['’]utente (?:attende|aspetta|sta aspettando)|de gebruiker wacht|użytkownik czeka"
    r"|kullanıcı [^.\n]{0,40}bekliyor|användaren väntar|пользователь жд[её]т|користувач чекає"
    r"|uživatel čeká|ユーザーは[^。\n]{0,30}待って|用户(?:正)?在?等待|사용자[가는] [^.\n]{0,30}기다리고"
    r"|المستخدم ينتظر|pengguna (?:sedang )?menunggu"
    r"|\buser (?:is|was) (?:now |still |currently )?waiting(?: for (?:it|this|that|the (?:agent|assistant"
    r"|builds?|tests?|runs?|results?|outputs?|pipeline|deploy\w{0,5}|import|export|migration|job|agent'?s? reply"
    r"|download|upload|training|script|command|reply|response))\b|(?= {0,2}(?:$|[.,;!]))))"
)
#: "Is running" said of a job, in so many words.
_ONGOING: Final = (
    r"(?:läuft noch|läuft gerade|(?:est|sont) (?:toujours |encore )?en cours|en curso|em andamento|in corso"
    r"|w toku|devam ediyor|pågår|выполняется|выполняются|ещ[её] (?:ид[её]т|собирается)|триває|probíhá|実行中|進行中"
    r"|正在(?:运行|进行)|进行中|실행 중|진행 중|قيد التشغيل|sedang berjalan|is nog bezig|loopt nog)"
)
_JOB: Final = (
    r"(?:build|compil|kompil|import|export|migra|backup|sauvegarde|deplo|déplo|despliegue|test|pipeline|\bjobs?\b"
    r"|descarga|téléchargement|train|entren|sync|index|instal|сборк|импорт|тест|деплой|миграци|загрузк"
    r"|обучени|ビルド|テスト|デプロイ|構築|处理|构建|编译|测试|导入|部署|训练|빌드|테스트|배포|학습|بناء|اختبار)"
)
_SURE: Final = (
    r"(?:(?:claro(?: que sí| que sim)?|por supuesto|bien sûr|d['’]accord|natürlich|gerne?|certo|certamente"
    r"|natuurlijk|oczywiście|jasne|tabii(?: ki)?|elbette|självklart|selvfølgelig|конечно|звичайно"
    r"|samozřejmě|もちろん(?:です)?|承知しました|当然|好的|没问题|물론(?:입니다|이죠)?|네|بالطبع|tentu(?: saja)?|ok|okay)"
    r"[,!.。，、！]{1,2} {0,2})?"
)

# Only a text that holds nothing else is one.
_ACKS: Final = (
    r"(?:got it|thanks(?: a lot)?|thank you(?: so much| very much)?|thx|okay|ok|sure|yes(?: please)?|yep|yeah|sounds good|looks good"
    r"|great|perfect|cool|nice|awesome|lgtm|go ahead|carry on|keep going|continue|proceed|please (?:continue|proceed)|will do|noted"
    r"|understood|alright|all right|no worries|no problem|fine|good|got that|roger|do it|makes sense|hello|hi|hey|bye|goodbye"
    r"|verstanden|danke|alles klar|weiter|merci|d['’]accord|compris|gracias|vale|de acuerdo|entendido|obrigad[oa]|certo|beleza"
    r"|grazie|va bene|capito|dank je|bedankt|prima|dziękuję|dzięki|dobrze|teşekkürler|tamam|tack|спасибо|хорошо|понятно|понял"
    r"|дякую|добре|děkuji|díky|dobře|ありがとう(?:ございます)?|了解(?:です|しました)?|わかりました|谢谢|好的|明白了?|收到|继续"
    r"|감사합니다|고마워요?|알겠습니다|네|شكرا|حسنا|تمام|terima kasih|baik|oke)"
)

# --- English ----------------------------------------------------------------------------------

#: What is done in a session and over when it is.
_VERBS: Final = (
    r"(?:reading|waiting|running|re-?running|checking|debugging|investigating|inspecting|reviewing"
    r"|editing|testing|fixing|looking (?:at|into|for|through)|trying to|about to|refactoring"
    r"|searching|installing|compiling|deploying|going through|typing|opening|wiring|executing"
    r"|processing|generating|scanning|grepping|committing|pushing|rebasing|merging|idle|blocked"
    r"|stuck|paused|listing|fetching|downloading|uploading|verifying|analy[sz]ing|thinking"
    r"|in the middle of|on (?:the )?(?:task|step|phase|stage|item|file|part|branch|page)\b)"
)
_WHO: Final = (
    r"(?:the )?(?:user|assistant|agent|subagent|sub-agent|claude code|claude|model|bot|ai)"
)
_NOW: Final = r"(?:now|currently|presently|still|just|right now|at the moment)"
# A habit, a wish, or a fact about the past is none of this hour's.
_LASTING: Final = (
    r"(?![^\n]{0,200}\b(?:always|never|every|usually|whenever|from now on|prefers?|because"
    r"|each|per|since (?:19|20)\d\d|so that|by default|for (?:a|an|the|his|her|their) \w{2,20}"
    r" (?:fair|exam|course|thesis|book|novel)|on (?:weekdays|weekends|\w{3,6}days))\b)"
)
# People read books and look for flats for weeks, too: what is done has to be of a session.
_OF_THE_SESSION: Final = (
    r"(?=[^\n]{0,80}(?:\b(?:files?|tests?|suite|logs?|code|errors?|bugs?|builds?|pipelines?|scripts?"
    r"|commands?|branch(?:es)?|commits?|prs?|pull requests?|issues?|tickets?|tasks?|steps?|pages?"
    r"|endpoints?|functions?|modules?|components?|configs?|configuration|settings|queries|query"
    r"|tables?|deploys?|deployment|migrations?|imports?|exports?|downloads?|uploads?|jobs?"
    r"|terminals?|editors?|diffs?|patch(?:es)?|traces?|stack|outputs?|results?|responses?|repl(?:y|ies)"
    r"|approval|answers?|input|prompts?|repo|repository|dependenc(?:y|ies)|packages?|servers?"
    r"|containers?|docs|readme|session|assistant|agent)\b|\.[a-z]{1,4}\b|`))"
)
_MINE: Final = (
    r"(?:check|look|see (?:if|what|how|whether|the)|read|run|re-?run|start (?:by|with)|begin"
    r"|verify|inspect|open|search|find|fix|update|add (?:the|a)|create|write|edit|examine|explore"
    r"|review|investigate|try|test|confirm|list|grep|install|move on|proceed|continue|take a"
    r"|analy[sz]e|go through|walk through|look at|make (?:the|a|sure)|trace|pull up|think|first"
    r"|also (?:check|add|fix|run|update)|now|quickly|refactor|implement|summari[sz]e|double-check"
    r"|build|set up|commit|push|apply|clean up|compare|reproduce|debug|fetch|load|explain|extract)"
)
_DONE: Final = (
    r"(?:updated|fixed|added|created|removed|refactored|checked|read|written|wrote|edited|changed"
    r"|finished|completed|run|ran|verified|committed|pushed|implemented|reviewed|looked|found"
    r"|started|cleaned|renamed|moved|installed|applied|modified|tested|searched|analy[sz]ed"
    r"|gathered|extracted|made the|saved|noted|stored|recorded|opened|confirmed)"
)
_KEPT: Final = (
    r"(?:memor(?:y|ies)|facts?|summary|notes?|key points?|information|details|list|result|output"
    r"|insights?|preferences?|json|response|answer|updated|extracted|revised|code|plan|file|breakdown"
    r"|overview)"
)

TALK: Final[dict[str, tuple[Line, ...]]] = {
    "prompt": (
        starts(
            r"you are (?:now )?(?:(?:an?|the) [^.\n]{0,80}?\b(?:assistant|agent|model|bot|ai"
            r"|extractor|summari[sz]er|classifier|expert|engineer|system|tool|curator|reviewer"
            r"|subagent|organi[sz]er|engine|judge|analyst|helper|chatbot)\b|claude\b|chatgpt\b"
            r"|gpt|codex\b|operating in\b|running (?:in|as|on)\b|an interactive\b)",
            "You are a helpful assistant.",
        ),
        starts(
            r"(?:your (?:task|job|role|goal|objective|mission) is to\b"
            r"|(?:given|below is|here is|the following is) (?:the |a |an )?(?:following )?"
            r"(?:conversation|transcript|dialogue|chat|exchange)\b"
            r"|(?:read|analy[sz]e|review|summari[sz]e) the (?:following )?(?:conversation|transcript"
            r"|dialogue|chat|exchange|messages?)\b[^.\n]{0,40}(?:\band\b|below|above|[.:]))",
            "Your task is to find facts in the conversation.",
        ),
        starts(
            r"(?:extract|identify|list|return|output|store|save|record) (?:only |all |any |the |up to "
            r"\w{1,6} )*".replace("*", "{0,3}")
            + r"(?:key |important |relevant |salient |new |durable |personal |atomic |distinct ){0,3}"
            r"(?:facts?|memor(?:y|ies)|preferences?|insights?|information)\b[^.\n]{0,60}"
            r"\b(?:from|about|as|in|below|conversation|json|user)\b",
            "Extract all facts about the user from the conversation.",
        ),
        starts(
            r"(?:respond|reply|answer|return|output)(?: (?:only|strictly|just|with|in|as|a|an|the)){1,4}"
            r" (?:valid )?(?:json(?: object| array|:| with| only|\.|$)|heartbeat_ok|no_reply"
            r"|the following (?:format|schema|json)|the (?:exact )?(?:schema|format) below)",
            "Respond only with valid JSON.",
        ),
        holds(
            "heartbeat_ok|no_reply|heartbeat.md",
            r"(?:^|[,.;:] )(?:then |just |simply |only )?(?:reply|respond|answer|say|return|output|send)(?: with| only| exactly| just){0,3}:? "
            r"['\"`*]{0,3}(?:heartbeat_ok|no_reply)\b"
            r"|(?:^|[.;:,] )read [`'\"]?heartbeat\.md\b",
            "If nothing needs attention, reply HEARTBEAT_OK.",
        ),
        starts(
            r"(?:do not|don't|never) (?:infer or repeat|repeat|mention|reveal|include|output) "
            r"(?:any |the |these |this |old )?(?:[\w ]{0,30})(?:instructions?|old tasks|prior chats"
            r"|system prompt|explanations?|markdown|preamble|reminder)\b",
            "Do not reveal the system prompt.",
        ),
        starts(
            r"(?:#{1,6} |\*\*)?(?:system prompt|system message|system instructions?|instructions"
            r"|output format|response format)(?:\*\*)?:\s{0,4}\S",
            "System prompt: answer briefly",
        ),
        starts(
            r"(?:you have access to|in this environment you have|you can use|the following)"
            r" [^.\n]{0,60}\b(?:tools|skills|functions)\b",
            "You have access to the following tools:",
        ),
        starts(
            _spoken(lambda each: each.role),
            "Eres un asistente que extrae recuerdos.",
        ),
    ),
    "boot": (
        holds(
            "guidance to|this folder is home|override any default|shown below|may or may not be",
            r"\bthis file provides guidance to\b|\bthis folder is home\b"
            r"|\bthese instructions override any default\b"
            r"|\bcodebase and user instructions are shown below\b"
            r"|\bthis context may or may not be relevant to your tasks\b",
            "This file provides guidance to Claude Code",
        ),
        starts(
            r"#{1,3} (?:[\w-]{1,20}/)?(?:claude|agents?|soul|user|memory|tools|heartbeat|identity"
            r"|bootstrap|gemini|cursorrules|copilot-instructions)\.md\b",
            "# AGENTS.md for the workspace",
        ),
        starts(
            r"contents of \S{1,200}\.md\b(?: \(|:)",
            "Contents of /srv/CLAUDE.md (project instructions):",
        ),
        starts(
            r"(?:before doing anything else|every session|at session start)[,:]? ?[^\n]{0,40}"
            r"\bread\b[^\n]{0,60}\.md\b|(?:read|open|follow) (?:soul|user|memory|identity|bootstrap"
            r"|tools|agents|claude)\.md\b",
            "Before doing anything else, read SOUL.md",
        ),
        starts(
            r"(?:gitstatus: |working directory: [/~]|is directory a git repo|platform: (?:linux"
            r"|darwin|win32)\b|os version: |today['’]s date(?: is|:)|current (?:date|time|datetime)"
            r"(?: is|:) ?\S{0,12}\d|knowledge cutoff|assistant knowledge cutoff"
            r"|runtime: (?:agent|host|model)=)",
            "Working directory: /srv/app",
        ),
    ),
    "scaffold": (
        starts(
            r"(?<!.\n)(?:as requested|as you (?:asked|requested)|per your request|certainly|of course"
            r"|sure(?: thing)?|absolutely|great(?: question)?|understood|okay|ok|got it|alright"
            r"|no problem|perfect|done)[,.!:]{1,2} {0,2}(?:here(?:['’]s| is| are)\b|i(?:['’]ve| have"
            r"|['’]ll| will| can)\b|let me\b|below\b)",
            "Sure! Here's the memory:",
        ),
        starts(
            r"here(?:['’]s| is| are) (?:the |a |an |your |my |some |what ){0,2}"
            r"(?:[\w-]{1,20} ){0,3}"
            + _KEPT
            + r"\b[^.\n]{0,60}(?::|based on|from (?:the|this|our|your)"
            r"|you (?:asked|requested))",
            "Here are the extracted facts:",
        ),
        starts(
            r"(?:based on|according to|from|after (?:reviewing|analy[sz]ing|reading)) (?:the|this|our"
            r"|your) (?:[\w-]{1,20} ){0,2}(?:conversation|chat|transcript|dialogue|exchange"
            r"|messages?)(?: (?:above|below|provided|so far|history|window)){0,2},",
            "Based on the conversation, the user likes tea.",
        ),
        starts(
            r"(?:extracted|new|stored|saved|updated|retrieved|relevant|recalled|final) (?:memor(?:y|ies)"
            r"|facts?)(?: \(\d{1,4}\)| #?\d{1,4})?(?: (?:extracted|stored|saved|updated))?:",
            "Extracted memories: likes tea",
        ),
        starts(
            r"(?:memory|fact|memory entry|memories) (?:#?\d{1,4}|saved|updated|stored|added|recorded"
            r"|created|to (?:store|save|remember))(?: successfully)?(?: \([^()\n]{1,30}\))?(?:[:.!]"
            r"|$)",
            "Memory saved: likes tea",
        ),
        starts(r"```(?:json|yaml|text|markdown|xml)?\s{0,4}(?:$|[{\[])", "```json"),
        starts(
            r"\{ ?\"(?:facts?|memor(?:y|ies)|event|entities|results?)\" ?: ?[\[{\"]",
            '{"facts": ["likes tea"]}',
        ),
        starts(
            r"(?:i['’]ve|i have|i['’]ll|i will)(?: now| also| just)? (?:noted|remembered|remember"
            r"|saved|stored|recorded|make a note|keep (?:that|this|it) in mind|note) ?"
            r"(?:that|this|it|your|the|down|to (?:my )?memory|$|[.,!])",
            "I've noted that you like tea.",
        ),
        starts(
            _SURE + _spoken(lambda each: each.here) + "[^.:：\n]{0,40}[:：]",
            "Voici le souvenir :",
        ),
    ),
    "narration": (
        starts(
            r"(?:is there anything else|let me know (?:if you|how|whether you|what you)"
            r"|feel free to (?:ask|reach|let)|would you like me to|shall i\b|do you want me to"
            r"|i hope (?:this|that) helps|happy to help|glad (?:i could|to) help|hope that helps"
            r"|how (?:can|may) i (?:help|assist)|what would you like (?:me )?to|should i (?:go ahead"
            r"|proceed|continue|also))",
            "Would you like me to run the tests?",
        ),
        starts(
            rf"(?:(?:ok|okay|now|first|next|great|good|alright|so|perfect|right)[,.!]? )?let me {_MINE}\b",
            "Let me check the log.",
        ),
        starts(
            r"let['’]s (?:start by|first|now|check|run|look|see (?:if|what|how)|take a look|verify|move on)\b",
            "Let's look at the log.",
        ),
        starts(
            rf"(?:(?:ok|okay|now|first|next|then|great|good|alright|so|perfect|finally)[,.!]? )?"
            rf"i(?:['’]ll| will|['’]m going to| am going to)(?: now| then| first| also| next| start by"
            rf"| begin by| just| quickly)? {_MINE}\b{_LASTING}",
            "I'll run the build again.",
        ),
        starts(
            rf"(?:now|next|first|then|finally)[,:]? (?:i(?:['’]ll| will| need to| am| want to|['’]m)"
            rf"|we need to|let['’]s|to (?:check|update|fix|run))\b{_LASTING}",
            "Now I need to update the tests.",
        ),
        starts(
            rf"(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:now |currently |just |still )?{_VERBS}{_LASTING}",
            "I'm now checking the config.",
        ),
        starts(
            rf"(?:i(?:['’]ve| have)|i) (?:now |just |also |already |successfully )?{_DONE}\b[^.\n]{{0,120}}"
            r"(?:\band (?:will|i['’]ll|am|now)\b|\b(?:will )?now\b|\bnext\b|\bso far\b|\bnow (?:i|let)\b)",
            "I have fixed the test and will now run it.",
        ),
        starts(
            rf"(?:i(?:['’]ve| have)) (?:now |just |also |already |successfully |finished ){{1,2}}{_DONE}?",
            "I've just updated the file.",
        ),
        starts(
            r"(?:looking|checking|reading|running|searching|opening|inspecting|examining|reviewing"
            r"|verifying|fixing|updating|investigating|proceeding|moving on|continuing|working)"
            r" (?:at|into|for|on|to|with|through|the)\b[^.\n]{0,80}"
            r"(?:\b(?:now|next|again|first)\b\.?|\.\.\.|…)\s{0,3}$",
            "Checking the config file now.",
        ),
        starts(
            r"(?:the )?(?:assistant|subagent|claude code)(?: (?:then|also|has|had|just|now|will|is going to"
            r"|is about to)){0,3} (?:run|ran|read|edit(?:ed)?|create[ds]?|update[ds]?|check(?:ed)?"
            r"|open(?:ed)?|fix(?:ed)?|wrote|write|added|removed|refactor(?:ed)?|search(?:ed)?|listed"
            r"|called|reviewed|explained|suggested|recommended|provided|offered|answered|responded"
            r"|replied|apologi[sz]ed|acknowledged|confirmed|greeted|asked|summari[sz]ed|proposed"
            r"|executed|committed|pushed|verified|inspected|installed|thanked|generated)\b",
            "The assistant then ran the linter.",
        ),
        starts(
            r"(?:the )?(?:assistant|agent|subagent|claude code) (?:said|stated|mentioned|noted|announced|indicated|promised|reported)"
            r" (?:that )?(?:it|they|he|she) (?:would|will|is|was|has|had|can|could)\b",
            "Assistant said it would next open the file.",
        ),
        starts(
            r"(?:the )?(?:assistant|agent|subagent|claude code) (?:is going to|plans to|intends to|is about to|will (?:now|next|then|first)"
            r"|(?:has )?(?:just )?(?:used|invoked|ran) (?:the )?\w{2,30} (?:tool|command))\b",
            "The assistant used the Edit tool on a.yaml.",
        ),
        starts(
            r"(?:hi|hello|hey)(?: there)?[!,.]{1,2} {1,2}(?:how (?:can|may)|what can i|i['’]m (?:claude|your|an? (?:ai|assistant)))"
            r"|i(?:['’]d| would) be (?:happy|glad) to (?:help|assist)",
            "Hi! How can I help you?",
        ),
        starts(
            r"(?:plan|next steps?|steps|approach|my plan|remaining (?:work|tasks|steps)|todos?"
            r"|to-do list|done so far|progress so far)(?: is)?: {0,2}(?:\(?1[.)]|\[[ x]\]|- \[|first\b|i\b)",
            "Plan: 1. read the file 2. fix it",
        ),
        starts(_spoken(lambda each: each.lets), "Je vais maintenant lancer le build."),
    ),
    "refusal": (
        starts(
            r"(?:(?:i['’]?m|i am) (?:so |very |really |terribly )?(?:sorry|afraid)"
            r"|(?:my )?apologies|sorry|i apologi[sz]e|unfortunately|regrettably)"
            r"[,.;:!—-]{0,2} {0,2}(?:but )?(?:i |that i )?"
            r"(?:can(?:no|['’])?t|can not|could ?n[o'’]t|could not|am (?:unable|not able)|was unable"
            r"|do(?:n['’]t| not) have|won['’]t|did(?:n['’]t| not))\b[^.\n]{0,40}"
            r"\b(?:help|assist|access|extract|process|provide|comply|fulfil\w{0,3}|continue|do that"
            r"|request|remember|recall|store|find|identify|information|memor(?:y|ies)|context|see"
            r"|generate|browse|discuss|determine|retrieve|answer|share|engage|any)\b",
            "I'm sorry, but I can't help with that.",
        ),
        starts(
            r"(?:(?:i['’]?m|i am) (?:very |really )?sorry|my apologies|i apologi[sz]e|apologies)"
            r"(?: for (?:the|any|that|my)\b[^\n]{0,80}|[,.;:!—-]{1,2} {0,2}(?:there (?:is|are|was"
            r"|were) (?:no|not)|the (?:conversation|text|message|input|provided|user)|as an?\b"
            r"|but (?:there|the|this|no|as)))",
            "I apologize for the confusion.",
        ),
        starts(
            r"as an? (?:ai|artificial|llm|assistant|(?:large )?language model)\b[^.\n]{0,40},? ?i\b",
            "As an AI language model, I do not have access to that.",
        ),
        starts(
            r"i (?:can(?:no|['’])?t|can not|could ?n[o'’]t|could not|am (?:unable|not able) to"
            r"|['’]m (?:unable|not able) to|was (?:unable|not able) to|do(?:n['’]t| not) have"
            r"|did(?:n['’]t| not) find|found no|see no)\b(?: any| enough| the| access to| to| sufficient"
            r"| specific){0,3} (?:help with|assist with|extract|process|comply|fulfil|identify|access"
            r"|information|memor(?:y|ies)|context|facts?|previous|prior|conversations?|continue with"
            r"|provide|personal|record|browse|recall|retrieve|data|real-time|details|capability"
            r"|ability)\b",
            "I don't have access to previous conversations.",
        ),
        starts(
            r"(?:there (?:is|are|was|were) )?(?:no|not any) (?:new |relevant |personal |specific |durable "
            r"|memorable |meaningful |clear |user |factual |useful |additional |long-term ){0,3}"
            r"(?:facts?|memor(?:y|ies)|information|preferences?|details|insights?|content)"
            r"(?: or [\w ]{1,30})? (?:to (?:extract|store|save|remember|record|report)|(?:was|were|is|are"
            r"|could be|can be|has been|have been)? ?(?:found|extracted|identified|provided|detected"
            r"|available|present|mentioned|shared)"
            r"|in (?:this|the)(?: \w{1,20})? (?:conversation|message|text|input|chat|transcript|dialogue))",
            "No facts were found in this conversation.",
        ),
        starts(
            r"(?:the|this) (?:user['’]s |provided |given |above )?(?:conversation|message|text|input|content"
            r"|exchange|chat|transcript|dialogue|excerpt) (?:does ?n[o'’]?t|does not|did not|contains no"
            r"|has no|holds no|provides no|lacks|is empty|includes no)\b",
            "The conversation contains no personal facts.",
        ),
        starts(
            r"(?:nothing (?:to (?:extract|remember|store|save|report)|(?:worth|was|is) (?:remember"
            r"|storing|saving|found|extract)\w{0,5})"
            r"|(?:unable|failed|not able|could not|cannot) (?:to )?(?:extract|identify|determine|summari[sz]e"
            r"|parse|retrieve|infer)\b[^.\n]{0,60}\b(?:conversation|text|message|memor(?:y|ies)|facts?"
            r"|information|input|user)\b|insufficient (?:information|context) (?:to|in|for|provided)"
            r"|please (?:provide|share|paste|send)(?: me)?(?: with)? (?:the |more |a |some |your )"
            r"[^.\n]{0,40}\b(?:conversation|context|details|text|message|transcript|input)\b)",
            "Nothing worth remembering.",
        ),
        starts(
            r"(?:n/?a|null|none|undefined|unknown|\[\]|\{\}|\{ ?\"?(?:facts?|memories)\"?: ?\[\] ?\})"
            r"[.! ]{0,3}$",
            '{"facts": []}',
        ),
        starts(
            _spoken(lambda each: each.sorry),
            "Es tut mir leid, aber ich kann das nicht.",
        ),
        starts(
            _spoken(lambda each: each.model),
            "Als KI-Sprachmodell weiß ich das nicht.",
        ),
    ),
    "status": (
        starts(
            rf"{_WHO} (?:is|was|has been) (?:{_NOW} ){{1,2}}{_VERBS}{_OF_THE_SESSION}{_LASTING}",
            "User is currently running the tests.",
        ),
        starts(
            r"(?:the )?(?:assistant|agent|subagent|sub-agent|claude code)(?:['’]s| is) (?:reading|waiting|running|checking"
            rf"|debugging|investigating|inspecting|searching|looking (?:at|into|for)|idle|about to|executing)\b{_LASTING}",
            "The agent is waiting for the reply.",
        ),
        starts(
            r"(?:currently|right now|at the moment|now|still)[,:]? (?:on|in|at) (?:the )?(?:task|step|phase|stage|part|item|file"
            r"|branch|page|iteration|round|chunk|batch)\b",
            "Currently on task 3 of 7",
        ),
        starts(
            rf"(?:currently|right now|at the moment|still)[,:]? {_VERBS}{_OF_THE_SESSION}{_LASTING}",
            "Currently debugging the login page",
        ),
        starts(
            r"(?:the |this |our |a new |new |current )?(?:session|conversation|chat) (?:was |is |has |had |been |just |now ){0,4}"
            r"(?:started|begun|began|ended|resumed|paused|restarted|reset|closed|interrupted|restored|opened"
            r"|over|idle|compacted|truncated|summari[sz]ed)\b(?! (?:when|if|after \d|every|by|on \w{3,6}days?|whenever)\b)",
            "The session has just been resumed.",
        ),
        starts(
            r"(?:the |this |our |current )?(?:session|conversation|context)(?:['’]s)? (?:focus|status|state|summary|log|goal|topic|so far"
            r"|window (?:is|at|usage))\b[^\n]{0,10}(?:[:=]| is| was| \d)",
            "Session status: tests are running",
        ),
        starts(
            r"(?:in |during |so far (?:in )?)(?:this|the current|today['’]s|our current) (?:session|conversation|chat)\b,?",
            "In this session, the user edited two files.",
        ),
        starts(
            r"(?:status|current (?:task|status|state|focus|step)|current(?:ly)? working on|next up|now working on|in progress|wip"
            r"|active task|task status|last (?:message|command|action)|working on|pending)(?: is| was)?: {0,2}\S",
            "Current task: fix the login page",
        ),
        starts(
            r"(?:still )?(?:waiting|blocked|pausing|paused) (?:for|on|until) (?:the |a |an |your |user['’]?s? |ci|human |further )?"
            r"(?:user|input|approval|confirmation|reply|response|answer|permission|review|instructions|build|ci|pipeline|tests?|go-ahead)"
            r"\b[^.\n]{0,60}[.! ]{0,3}$",
            "Waiting for user input.",
        ),
        starts(
            r"(?:the )?user (?:has |had |just |has just |then )?(?:thanked|greeted|said (?:hello|hi|thanks|thank you|ok|okay|yes|no|bye"
            r"|goodbye)|interrupted|(?:approved|accepted|rejected|confirmed) (?:the|this|it)\b|pasted|typed|replied (?:with|\"|'|ok|yes)"
            r"|sent (?:a|an|another|the) (?:\w{1,20} )?(?:message|greeting|screenshot|file|command|emoji)|logged (?:in|out)"
            r"|invoked|ran the|executed|opened the|is (?:offline|online|away|typing|idle)|has not (?:yet )?(?:replied|responded|answered)"
            r"|hasn['’]t (?:replied|responded|answered)|entered|selected|clicked|switched to (?:the )?(?:branch|model|plan mode))\b"
            + _LASTING,
            "User thanked the assistant.",
        ),
        holds(
            " ago",
            r"(?<!than )(?<!over )\b(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|some|a few) "
            r"(?:s|secs?|seconds?|m|mins?|minutes?)\b ago\b",
            "The lint job went green two minutes ago.",
        ),
        holds(
            "this session|this conversation|this chat|this turn",
            r"\b(?:so far|earlier|done|changed|edited|completed|asked|started|worked on|discussed|made|just now)\b[^.\n]{0,40}"
            r" (?:in|during|of) this (?:session|conversation|chat|turn)\b",
            "Three files were edited in this session.",
        ),
        holds(
            "atten|espera|wartet|aguarda|aspetta|wacht|czeka|bekliyor|väntar|жд|чека|čeká|待|기다|ينتظر|menunggu|waiting",
            rf"{_WAITS}{_LASTING}",
            "La compilation est en cours, l'utilisateur attend le résultat.",
        ),
        holds(
            "läuft|en cours|en curso|em andamento|in corso|w toku|devam ed|pågår|выполн|ещ|триває|probíhá"
            "|実行中|進行中|正在|进行中|중|قيد|sedang|bezig|loopt",
            rf"{_JOB}[^.,;。\n]{{0,40}}{_ONGOING}(?:です|입니다|de uitvoering)?(?= {{0,2}}(?:$|[.,;:!。，、]))",
            "Der Build läuft noch.",
        ),
        holds(
            "currently|still| now",
            r"\b(?:job|build|pipeline|tests?|suite|import|export|deploy(?:ment)?|rollout|migration|backup|ci|workflow"
            r"|download|upload|training|sync|install|checks?|linter|lint|compile|crawl|crawler)"
            r" (?:is|are) (?:still|now|currently) (?:running|failing|passing|green|red|queued|in progress|pending"
            r"|waiting|paused|building|compiling|deploying|stuck|hanging|done|finished|blocked)"
            r"(?= {0,2}(?:$|[.,;!]| and | but | again| with \d))",
            "The tests are currently failing.",
        ),
        starts(
            rf"{_WHO} (?:has |just |then )?(?:ran|typed|entered|used|invoked|issued|executed|called|sent) (?:the )?['\"`]?/[a-z]",
            "User ran /clear and then /model opus.",
        ),
        starts(
            r"/(?:clear|compact|model|help|init|resume|exit|quit|cost|status|config|login|logout|memory|new|reset|stop|review)"
            r"(?: [\w./-]{1,40}){0,3}\s{0,4}\Z",
            "/model opus",
        ),
        starts(r"(?:[-*•] )?\[[ x~]\] \S", "[x] wire up the settings"),
        starts(
            r"context (?:left|remaining|usage|used|window(?: (?:usage|is|at))?)\b[^.\n]{0,40}\d{1,3} ?%",
            "Context left until auto-compact: 12%",
        ),
        counts(
            "tokens",
            r"\b(?:prompt|completion|input|output|total|cached|cache_read|cache_creation|reasoning)[_ ](?:input_)?tokens"
            r"['\"]? ?[:=] ?\d"
            r"|\d[\d.,]{0,8}k? (?:input |output |prompt )?tokens (?:used|in\b,|out\b|left|remaining|consumed|so far)",
            "prompt_tokens: 5120, completion_tokens: 388",
        ),
        counts(
            "cost",
            r"\b(?:total|session|api|run|estimated) cost(?: (?:so far|of (?:this|the) (?:run|session)))?[: =]{1,3}\$\d{1,4}\.\d{2,5}\b",
            "Total cost: $0.0214",
        ),
        holds(
            "<",
            r"<\|(?:im_start|im_end|endoftext|user|assistant|system|eot_id|start_header_id)\|>",
            "<|im_start|>user",
        ),
        starts(
            r"(?:user|human): ?[^\n]{1,300}\s(?:assistant|ai|claude|bot): ?\S",
            "User: hi Assistant: hello",
        ),
        starts(
            rf"(?<!.\n)(?:{_ACKS}[,.!;。，！ ]{{0,4}}){{1,5}}\s{{0,4}}\Z",
            "Got it, thanks, carry on.",
        ),
        starts(_DOES_NOW, "Ассистент сейчас читает файл."),
    ),
}
