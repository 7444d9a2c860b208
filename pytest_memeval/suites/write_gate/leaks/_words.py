"""Which part a word plays in a reading of a running job, by language.

This is the data of the grammar in `_frames`.  A word is listed under one role per language.
``word*`` stands for all words that begin so, ``*word`` for all that end so; whole words win over
beginnings, long beginnings over short ones, beginnings over endings.

To teach the suite a language, give it a block here: the frames are the same for all.
"""

from __future__ import annotations

from typing import Final

__all__ = ["LEXICON", "ROLES"]

ROLES: Final = {
    "FILL": "says nothing here and is left out: articles, 'about', 'roughly'",
    "OF": "joins the two halves of 'N of M'",
    "PER": "joins the two halves of a rate",
    "PCT": "per cent",
    "PART": "a fraction in words: half, a third",
    "UNIT": "a unit of time up to hours; longer ones belong to facts",
    "DAY": "days: some jobs run for days, and much else does",
    "SIZE": "a unit of data",
    "MEASURE": "a unit of the world outside: a loss in kilos is no training's",
    "NOW": "speaks of this moment",
    "FAR": "so far: with a count it can only be a reading",
    "TOTAL": "in all: Chinese says '120 pages, 400 in all' for '120 of 400 pages'",
    "DONE": "what has been done to the items of a job",
    "ENDED": "done, finished: people say so of more than jobs",
    "DOING": "what a job is doing to them",
    "ING": "any other word in -ing",
    "ED": "any other word in -ed",
    "WORK": "a job that runs and ends",
    "ACTOR": "who does a job, or what else runs: an agent, a model, a server",
    "ITEM": "what jobs count",
    "LEFT": "what remains, before or behind the figure",
    "OVER": "what remains, behind the figure only",
    "STILL": "still to come: German 'noch', French 'encore'",
    "ANOTHER": "another",
    "MORE": "more",
    "TO": "'to'",
    "FROM": "'from'",
    "GO": "'go' of 'to go'",
    "INTO": "'into' of '18 minutes into its run'",
    "WILL": "opens a forecast",
    "OUGHT": "should: a forecast, or a rule for who answers signs of life",
    "ELAPSED": "how long it took until now",
    "UPTIME": "the same, with a colon only: a film has a runtime too",
    "SINCE": "for, since: opens how long a job has run",
    "AGO": "ago",
    "BEGUN": "started",
    "NOT": "not",
    "ETA": "forecast of the end",
    "EPOCH": "a training epoch",
    "LOSS": "the loss or perplexity of a training",
    "STEP": "a training step",
    "TRY": "one of a few tries: an attempt, a retry",
    "GRAD": "gradient",
    "NORM": "norm",
    "GNORM": "gradient norm in one word",
    "LEARN": "'learning' of 'learning rate'",
    "LR": "learning rate in one word",
    "SPEED": "throughput, speed, rate",
    "QUEUE": "where items wait",
    "DEPTH": "depth, length",
    "WAIT": "that they wait",
    "PID": "pid",
    "PROC": "process, worker",
    "ID": "id, number",
    "ALIVE": "what a process is, or what just happened to it",
    "METER": "what a machine is doing all the time: load, memory in use",
    "CASE": "a test",
    "VERDICT": "how a test ended",
    "PROGRESS": "progress",
    "REACH": "how a figure gets to its value: reached, dropped, stands",
    "GOT": "gets to its value only with a to",
    "AT": "at, in, on",
    "IN": "in: also that something has begun",
    "AND": "and",
    "BE": "is, are",
    "WAS": "was: tells what happened, where is tells what happens",
    "BEEN": "been, being",
    "HAVE": "has, have",
    "STATE": "a verb of lasting states: uses, supports",
    "TAKE": "takes, needs: what it takes as a rule",
    "SIGN": "a sign of life: heartbeat, ping",
    "ACK": "the answer to one",
    "ANSWER": "what was done about one: sent, answered",
    "ROUTINE": "what makes a check one of a row: health, hourly",
    "NONE": "no, nothing",
    "NEWS": "what there is none of",
    "HOUR": "a span without a figure: an hour",
    "COND": "opens a condition: a figure right behind it is a rule's",
    "BOUND": "bounds a figure: above, within",
    "EDGE": "first, last: the figure right behind is a rule's",
    "RULE": "makes its sentence a rule, a plan or a dated fact",
}

LEXICON: Final[dict[str, dict[str, str]]] = {
    "en": {
        "TRY": "attempt attempts retry retries",
        "SMALL": (
            "one two three four five six seven eight nine fourth fifth sixth seventh eighth ninth"
        ),
        "TENS": (
            "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
            " twenty thirty forty fifty sixty seventy eighty ninety tenth eleventh twelfth"
        ),
        "FILL": (
            "the a an about around roughly approximately approx approx. circa ca ca. nearly"
            " almost out st nd rd th time some est est. estimated his her its their this that"
            " near other right mark"
        ),
        "OF": "of",
        "PER": "per",
        "PCT": "percent pct cent",
        "PART": "half third thirds quarter quarters halfway midway partway",
        "UNIT": "ms s sec secs second seconds m min mins min. minute minutes h hr hrs hour hours",
        "DAY": "d day days",
        "SIZE": "b kb mb gb tb kib mib gib tib k t byte bytes kbit mbit gbit kbps mbps gbps",
        "MEASURE": (
            "kg kilo kilos g mg lb lbs km cm mm db dbm euro euros eur usd dollars pounds"
            " degrees litres liters"
        ),
        "NOW": (
            "now currently current presently present moment still latest ongoing underway yet"
            " counting continues continued continuing just already unfinished meanwhile today"
            " last_check last_poll last_look last_update last_report last_reading last_count"
            " last_glance last_tick recheck this_point this_moment this_minute this_time"
        ),
        "FAR": "far up_to_now until_now thus_far",
        "DONE": (
            "processed imported exported indexed reindexed ingested embedded uploaded"
            " downloaded fetched crawled scraped scanned parsed loaded copied synced"
            " synchronised synchronized transferred migrated converted transcoded rendered"
            " written inserted backfilled replayed analysed analyzed labelled labeled annotated"
            " tokenised tokenized translated validated verified checked handled patched probed"
            " deployed updated restored archived compressed built compiled installed evaluated"
            " trained delivered tagged resized executed applied pulled pushed hashed merged"
            " rebuilt replicated extracted unpacked encrypted encoded decoded drained rewritten"
            " transcribed summarised summarized classified digitised digitized reencoded"
            " preprocessed backed mirrored rebooted upgraded triaged reviewed compacted"
            " generated computed reformatted linted geocoded normalised normalized resampled"
            " downsampled crunched ocred along covered through"
        ),
        "ENDED": "done complete completed finished ready finish",
        "DOING": (
            "processing importing exporting indexing ingesting embedding uploading downloading"
            " fetching crawling scraping scanning parsing loading copying syncing synchronising"
            " synchronizing transferring migrating converting transcoding rendering writing"
            " inserting backfilling replaying analysing analyzing annotating tokenising"
            " tokenizing translating validating verifying checking handling patching probing"
            " deploying updating restoring archiving compressing compiling installing evaluating"
            " scoring working going running draining executing encoding decoding extracting"
            " unpacking pulling pushing serving resizing rewriting rebuilding generating"
            " computing transcribing summarising summarizing classifying reencoding upgrading"
            " triaging reviewing compacting normalising normalizing merging replicating"
            " encrypting decrypting linking seeding sending finishing completing retrying"
        ),
        "ING": "*ing",
        "ED": "*ed gone taken shrunk risen swollen sunk",
        "WORK": (
            "job run backfill migration import importer export exporter crawl scrape finetune"
            " finetuning upload uploader download downloader sync resync clone copy backup"
            " restore reindex index ingest ingestion indexation conversion transcode encode"
            " encoder render vacuum sweep eval evaluation scan scanner rebuild build rollout"
            " deployment install installation installer transfer pipeline replication compaction"
            " update embedder verification encryption decryption reshape flash compilation"
            " dedupe deduplication linter audit simulation replay rebalance defrag"
            " defragmentation dump dedup reencode merge checksum parity hashing etl workflow"
            " experiment tuning annotation tokenizer tokenization ocr transcription scrub"
            " balance resilver fsck snapshot archive archiver torrent push fetch rsync scp"
            " preprocessing generation regeneration provisioning bootstrap upgrade solver"
            " sampler fuzzer mailing retraining refactor rewrite downloads uploads backups"
            " exports imports reindexing training patch calibration segmentation classification"
            " *ization *isation *ification pretraining playbook warmup creation collection"
            " extraction submission translation detection summarisation summarization enrichment"
            " alignment assembly compression decompression validation inference hydration"
            " propagation sharding resharding partitioning reconciliation cleanup purge pruning"
            " rotation recovery sorting shuffling deduplicator converter sanitizing mirror"
            " mirroring deletion emulation profiling fuzzing mapping geocoding labeling"
            " labelling compile"
        ),
        "ACTOR": (
            "script query agent bot suite model request container assistant benchmark pytest ci"
            " loader indexer crawler scraper server session parser tool trainer optimiser"
            " optimizer compiler simulator tagger app service scheduler"
        ),
        "ITEM": (
            "file files chunk chunks row rows record records doc docs document documents item"
            " items batch batches sample samples page pages image images frame frames message"
            " messages event events object objects task tasks jobs module modules package"
            " packages table tables token tokens video videos users email emails mail mails"
            " invoice invoices order orders requests example examples shard shards part parts"
            " segment segments entry entries vector vectors embeddings ticket tickets layer"
            " layers blocks block line lines memories point points partition partitions post"
            " posts photo photos url urls folder folders host hosts node nodes target targets"
            " trial trials delivery deliveries builds commit commits tenant tenants tile tiles"
            " runs req reqs clip clips article articles transaction transactions op ops crate"
            " crates repo repos rec recs seqs imgs datasets queries screenshot screenshots tok"
            " toks msgs sentence sentences word words utterances recordings transcripts"
            " conversations prompts papers pdfs scans receipts instances servers machines vms"
            " pods services volumes blobs keys buckets collections columns indexes indices"
            " migrations branches prs issues comments products skus devices simulations genomes"
            " letters newsletters notifications alerts logs classes functions symbols headers"
            " libraries dependencies wheels plugins assets textures shaders scenes renders"
            " slices stages payments payouts pipelines regions molecules contigs subtitles"
            " locales strings"
        ),
        "LEFT": "remaining remain remains",
        "OVER": "left",
        "ANOTHER": "another",
        "MORE": "more",
        "TO": "to",
        "FROM": "from",
        "GO": "go",
        "INTO": "into",
        "WILL": "will expected due",
        "OUGHT": "should",
        "ELAPSED": "elapsed",
        "UPTIME": "uptime runtime walltime wall duration",
        "SINCE": "for since over",
        "AGO": "ago",
        "BEGUN": "started began kicked",
        "NOT": "not hasn't isn't wasn't haven't aren't",
        "ETA": "eta",
        "EPOCH": "epoch epochs ep",
        "LOSS": "loss ppl perplexity",
        "STEP": "step steps iter iters iteration iterations stage phase",
        "GRAD": "grad gradient gradients",
        "NORM": "norm norms",
        "GNORM": "gnorm",
        "LEARN": "learning",
        "LR": "lr",
        "SPEED": "throughput speed bandwidth bitrate rate",
        "QUEUE": "queue queues backlog lag",
        "DEPTH": "depth length size",
        "WAIT": (
            "pending waiting queued enqueued outstanding unprocessed inflight flight unacked"
            " unsent unindexed unsynced deep waited ahead_of_us ahead_of_ours"
            " ahead_of_it ahead_of_me"
        ),
        "PID": "pid pids",
        "PROC": "process worker daemon processes workers",
        "ID": "id number position",
        "ALIVE": "alive active exited killed died restarted spawned up reaped",
        "METER": "cpu gpu utilisation utilization util load usage vram ram",
        "CASE": (
            "test tests spec specs check checks testcases assertions suites scenarios cases"
            " scenario"
        ),
        "VERDICT": (
            "passed failed skipped failing passing green red error errors failure failures"
            " xfailed warnings passes fail warning flaky flaked pass succeeded broken success"
        ),
        "PROGRESS": "progress completion status of_the_way",
        "REACH": (
            "reached reach reaches hit dropped fell fallen rose went climbed jumped spiked stands"
            " sits down grown shrank grew says climbing progressed decayed advanced hovers hovering"
            " lingers crossed nearing shows reports prints displays stuck hung paused settled"
            " stalled"
        ),
        "GOT": "got made moved come",
        "AT": "at on by past beyond",
        "IN": "in",
        "AND": "and",
        "BE": "is are",
        "WAS": "was were",
        "BEEN": "been being",
        "HAVE": "has have had holds contains",
        "STATE": (
            "called named titled supports support covers cover uses use belongs belong owns own"
            " reserved costs offers includes assigned serves"
        ),
        "TAKE": "take takes need needs require requires",
        "SIGN": (
            "heartbeat keepalive ping poll tick probe monitoring monitor watcher watchdog cron"
            " wakeup checkin healthcheck hb"
        ),
        "ACK": (
            "ack acked acknowledged ok healthy normal pong unchanged empty quiet idle nominal"
            " responding"
        ),
        "ANSWER": "received sent answered confirmed replied responded returned",
        "ROUTINE": "health self routine periodic hourly scheduled regular liveness",
        "NONE": "no nothing none",
        "NEWS": "change changes changed new news different updates do report",
        "HOUR": "an_hour a_minute",
        "COND": "when if once until till unless after before whenever",
        "BOUND": "above below between within than",
        "EDGE": "first last",
        "RULE": (
            "must never always policy policies design contract default defaults decided"
            " decision decisions agreed required at_most at_least limit limits limited cap caps"
            " capped maximum minimum max threshold allowed allows allow forbidden prefer prefers"
            " every each usually normally typically counts rule rules sla because cannot may"
            " shall can enough means protocol january february march april june july august"
            " september october november december throttled throttles rated"
            " guaranteed"
        ),
    },
    "de": {
        "SMALL": "zwei drei vier fünf sechs sieben acht neun",
        "TENS": "zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
        "TRY": "versuch",
        "FILL": (
            "der die das den dem des ein eine einen einer etwa ungefähr circa ca rund knapp"
            " fast erst es sie er"
        ),
        "OF": "von",
        "PER": "pro je",
        "PCT": "prozent",
        "PART": "hälfte drittel viertel",
        "UNIT": "sekunde sekunden sek minute minuten stunde stunden std",
        "DAY": "tag tage tagen",
        "NOW": (
            "gerade aktuell aktuelle aktueller momentan derzeit jetzt nun augenblicklich"
            " mittlerweile inzwischen bereits schon läuft laufend weiterhin immernoch soeben"
            " eben aktuellen"
        ),
        "FAR": "bisher bislang",
        "TOTAL": "insgesamt gesamt",
        "DONE": (
            "verarbeitet erledigt fertig fertiggestellt importiert exportiert übernommen"
            " geladen eingelesen indexiert indiziert abgeschlossen kopiert heruntergeladen"
            " hochgeladen konvertiert migriert synchronisiert übertragen geprüft bearbeitet"
            " gesichert eingebettet analysiert geschrieben übersetzt berechnet gerendert"
            " trainiert installiert komprimiert entpackt durch geschafft gescannt kompiliert"
            " ausgewertet wiederhergestellt umgewandelt aktualisiert archiviert verschickt"
            " gesendet gelöscht extrahiert ausgeführt getestet gebaut eingespielt gemerged"
            " entschlüsselt verschlüsselt umgezogen vollständig erstellt sortiert bereinigt"
            " angewendet repliziert zusammengeführt gelesen abgearbeitet eingearbeitet"
            " transkribiert klassifiziert"
        ),
        "DOING": (
            "verarbeite verarbeitung importiere lade kopiere prüfe exportiere indiziere"
            " übertrage lädt schafft"
        ),
        "WORK": (
            "import export upload download training build sicherung backup job lauf durchlauf"
            " migration kopie kopiervorgang übertragung indexierung synchronisation reindex"
            " konvertierung skript wiederherstellung installation rendering scan umwandlung"
            " analyse vorgang berechnung crawl pipeline datenimport crawler abgleich update"
            " backups datensicherung downloads entpacken kompilierung bauvorgang prüfung"
            " einspielung abruf hochladen herunterladen indizierung datenbankimport"
            " aktualisierung umzug neuindizierung"
        ),
        "ITEM": (
            "datei* zeile* dokument* datensatz datensätze* seite* bild* batch* block blöcke"
            " paket* nachricht* auftrag aufträge* jobs tasks rechnung* mail* e-mail* objekt*"
            " einträge* eintrag foto* video* chunk* tabelle* aufgabe* anfrage* element* vektoren"
            " ticket* server* artikel* kunden einträgen nachricht mails vektor* zeichen objekte"
            " schritte tabellen tickets ordner* commits modul* knoten pod* shard* segment*"
            " partition* clip*"
            " kapitel konten nutzer benutzer transaktionen postfächer mandant*"
        ),
        "LEFT": "restzeit restlaufzeit restdauer verbleib* übrig restlich* fehlen fehlt restzeit*",
        "STILL": "noch",
        "WILL": "voraussichtlich dürfte",
        "ELAPSED": "verstrichen vergangen",
        "UPTIME": "laufzeit dauer",
        "SINCE": "seit",
        "BEGUN": "gestartet begonnen",
        "NOT": "nicht",
        "EPOCH": "epoche epochen",
        "LOSS": "verlust trainingsverlust validierungsverlust",
        "STEP": "schritt iteration",
        "GNORM": "gradientennorm",
        "LR": "lernrate",
        "SPEED": "geschwindigkeit durchsatz datenrate rate",
        "QUEUE": "queue warteschlange rückstau rückstand warteschlangentiefe warteschlangenlänge",
        "WAIT": "warten wartend* ausstehend* anstehend* wartet",
        "PID": "prozess-id prozessnummer",
        "PROC": "prozess worker",
        "ALIVE": "aktiv beendet lebt arbeitet",
        "CASE": "test tests",
        "VERDICT": "bestanden fehlgeschlagen übersprungen erfolgreich fehler grün rot",
        "PROGRESS": "fortschritt stand",
        "REACH": "erreicht liegt steht gefallen gestiegen gesunken bin stehen hängt",
        "AT": "bei in im auf zu am",
        "AND": "und",
        "BE": "ist sind wird werden war beträgt",
        "BEEN": "worden",
        "HAVE": "hat haben wurde wurden",
        "COND": "wenn sobald falls bis nach vor ab nachdem bevor ehe",
        "BOUND": "über unter zwischen",
        "RULE": (
            "muss müssen musste soll sollen darf dürfen mindestens höchstens maximal minimal"
            " immer nie niemals jede jeder jedes jeden laut vertrag regel regeln grenze limit"
            " entschieden beschlossen täglich wöchentlich jeweils üblicherweise normalerweise"
            " gewöhnlich braucht brauchen benötigt verlangt erlaubt vorgabe januar februar märz"
            " april mai juni juli august september oktober november dezember"
        ),
        "SIGN": "heartbeat herzschlag lebenszeichen ping watchdog monitoring cron statusabfrage",
        "ACK": "ok gesund unverändert fehlerfrei unauffällig",
        "ROUTINE": "stündlich* turnusmäßig*",
        "NONE": "keine keinerlei nichts",
        "NEWS": "änderung änderungen neues auffälligkeiten neuigkeiten meldungen",
        "ANSWER": "empfangen beantwortet",
    },
    "fr": {
        "SMALL": "deux trois quatre cinq six sept huit neuf",
        "TENS": "dix onze douze quinze vingt trente quarante cinquante soixante",
        "TRY": "tentative essai",
        "FILL": "le la les l un une environ près quelque quelques presque est-à-dire se",
        "OF": "de du des d sur",
        "PER": "par",
        "PCT": "pourcent",
        "PART": "moitié tiers quart",
        "UNIT": "seconde secondes sec minute minutes heure heures",
        "DAY": "jour jours",
        "SIZE": "ko mo go to octets",
        "NOW": (
            "actuellement maintenant cours déjà moment présent continue présentement instant"
            " toujours"
        ),
        "FAR": "jusqu'ici",
        "TOTAL": "total",
        "DONE": (
            "traité* importé* indexé* copié* téléchargé* chargé* migré* terminé* effectué*"
            " analysé* vérifié* transféré* converti* achevé* complété* synchronisé* compilé*"
            " construit* installé* évalué* envoyé* exporté* sauvegardé* écrit* téléversé*"
            " restauré* fini* fait faite faits faites traduit* scanné* validé* archivé* généré*"
            " calculé* exécuté* testé* téléchargés déployé* nettoyé* compressé* extrait* indexés"
            " mis lus lues publié* encodé* appliqué* répliqué* trié* fusionné* transcrit*"
            " classé* remplacé*"
        ),
        "DOING": (
            "tourne tournent traite importe copie télécharge charge avance progresse traitant"
            " exécution"
        ),
        "WORK": (
            "import importation export exportation téléchargement téléversement entraînement"
            " entrainement sauvegarde indexation migration transfert traitement synchronisation"
            " build compilation conversion script restauration installation analyse job rendu"
            " chargement déploiement mise compression extraction récupération vérification"
            " encodage réindexation transcodage scan numérisation calcul"
        ),
        "ITEM": (
            "fichier fichiers ligne lignes document documents page pages image images photo"
            " photos message messages enregistrement enregistrements tâche tâches élément"
            " éléments lot lots facture factures mail mails requête requêtes table tables vidéo"
            " vidéos paquet paquets vecteur* article* commande* serveur* module* objet* segment*"
            " client* ticket* événement* requête* ligne*"
            " dossier dossiers chapitre chapitres transaction* compte comptes partition*"
        ),
        "LEFT": "reste restent restant restante restants restantes manque manquent",
        "STILL": "encore",
        "WILL": "devrait finira terminera finir",
        "ELAPSED": "écoulé écoulée écoulés écoulées",
        "SINCE": "depuis ça",
        "BEGUN": "commencé démarré lancé",
        "NOT": "pas",
        "EPOCH": "époque époques epochs",
        "LOSS": "perte perplexité",
        "STEP": "étape itération",
        "GRAD": "gradient",
        "NORM": "norme",
        "LEARN": "apprentissage",
        "SPEED": "débit vitesse taux",
        "QUEUE": "file arriéré",
        "WAIT": "attente attend attendent",
        "PROC": "processus",
        "ALIVE": "actif active vivant",
        "CASE": "test tests",
        "VERDICT": "réussi* échoué* échec échecs erreur erreurs ignoré*",
        "PROGRESS": "progression avancement",
        "REACH": "atteint atteinte passé passée tombé tombée arrivé arrivée",
        "AT": "à au en dans",
        "AND": "et",
        "BE": "est sont était",
        "BEEN": "été",
        "HAVE": "a ont",
        "COND": "quand lorsque si après avant dès jusqu'à",
        "RULE": (
            "doit doivent faut jamais chaque maximum minimum limite contrat politique décidé"
            " moins tolérée permis règle obligatoire janvier février mars avril mai juin juillet"
            " août septembre octobre novembre décembre"
        ),
        "SIGN": "heartbeat battement ping watchdog monitoring cron",
        "ACK": "ok inchangé nominal",
        "ROUTINE": "horaire périodique",
        "NONE": "aucun aucune rien",
        "NEWS": "changement changements nouveau nouveauté nouveautés signaler",
        "ANSWER": "reçu envoyé",
    },
    "es_pt": {
        "SMALL": "dois duas tres três cuatro quatro cinco seis siete sete ocho oito nueve nove",
        "TENS": (
            "diez dez doce doze quince quinze veinte vinte treinta trinta cuarenta quarenta"
            " cincuenta cinquenta"
        ),
        "TRY": "intento tentativa reintento",
        "FILL": (
            "el la los las lo un una unos unas uns umas o a os as um uma aproximadamente cerca"
            " casi quase se"
        ),
        "OF": "de del dos das do da",
        "PER": "por",
        "PCT": "ciento cento",
        "PART": "mitad metade tercio terço",
        "UNIT": "segundo segundos minuto minutos hora horas seg",
        "DAY": "día días dia dias",
        "NOW": (
            "ahora actualmente momento sigue siguen continúa continua ya já agora atualmente"
            " ainda todavía aún marcha curso andamento segue mismo actual atual neste"
        ),
        "DONE": (
            "procesad* processad* completad* terminad* importad* exportad* descargad* copiad*"
            " indexad* migrad* convertid* cargad* carregad* baixad* enviad* gravad* grabad*"
            " executad* ejecutad* concluíd* concluid* subid* sincronizad* analizad* analisad*"
            " transferid* verificad* finalizad* hecho hecha hechos feito feita traducid*"
            " traduzid* compilad* instalad* restaurad* escrit* evaluad* avaliad* completo"
            " completa listo listos lista listas pronto prontos pronta prontas validad*"
            " renderizad* archivad* arquivad* generad* gerad* calculad* probad* testad*"
            " desplegad* implantad* compactad* extraíd* extraid* leíd* lid* publicad* codificad*"
            " revisad* actualizad* atualizad* comprimid* etiquetad* processou copiou importou"
            " exportou baixou gravou enviou indexou migrou concluiu procesó copió importó"
            " exportó descargó escribió indexó migró completó construid* construíd* aplicad*"
            " replicad* ingerid* limpiad* ordenad* fusionad*"
            " procesaron importaron exportaron copiaron migraron indexaron descargaron cargaron"
            " convirtieron"
        ),
        "DOING": (
            "procesando importando descargando copiando subiendo processando baixando"
            " carregando cargando indexando enviando entrenando treinando ejecutando"
            " ejecutándose rodando corriendo compilando generando gerando analizando analisando"
            " instalando exportando executando migrando subindo elaborando atendendo atendiendo"
            " avanzando avançando respondiendo respondendo escaneando execução ejecución"
        ),
        "WORK": (
            "importación importacion importação exportación exportação descarga download upload"
            " copia cópia backup respaldo migración migração entrenamiento treino treinamento"
            " build compilación compilação indexación indexação job script sincronización"
            " sincronização restauración restauração conversión conversão instalación instalação"
            " transferencia transferência carga análisis análise renderizado actualización"
            " atualização import export processamento procesamiento compresión compressão"
            " extracción extração verificación verificação codificación codificação reindexación"
            " reindexação renderização instalador sincronizado escaneo varredura"
        ),
        "ITEM": (
            "archivo archivos arquivo arquivos filas registro registros linha linhas línea"
            " líneas documento documentos página páginas imagen imágenes imagem imagens foto"
            " fotos mensaje mensajes mensagem mensagens tarea tareas tarefa tarefas trabajo"
            " trabajos trabalho trabalhos lote lotes elemento elementos itens factura facturas"
            " fatura faturas correo correos pedido pedidos tabla tablas tabela tabelas vídeo"
            " vídeos petición peticiones solicitud solicitudes requisição requisições vectores"
            " vetores objeto objetos evento eventos módulo módulos servidor servidores paquete"
            " paquetes pacote pacotes artículo artículos artigo artigos clips casos"
            " usuario usuarios usuário usuários clientes carpeta carpetas capítulo capítulos"
            " transacciones transações"
        ),
        "LEFT": "faltan falta quedan queda restan resta restam faltam restante restantes",
        "WILL": "terminará finalizará acabará deve terminar",
        "ELAPSED": "transcurrid* decorrid* lleva llevan",
        "SINCE": "desde hace há faz dura",
        "NOT": "não",
        "EPOCH": "época epoca épocas epocas",
        "LOSS": "pérdida perda perdida",
        "STEP": "paso passo etapa iteración iteração",
        "GRAD": "gradiente",
        "NORM": "norma",
        "LEARN": "aprendizaje aprendizado",
        "SPEED": "velocidad velocidade rendimiento tasa taxa",
        "QUEUE": "cola fila",
        "WAIT": "pendiente pendientes pendente pendentes espera aguardando esperando encolad*",
        "PROC": "proceso processo",
        "ALIVE": "vivo viva activo activa ativo ativa",
        "CASE": "prueba pruebas test tests teste testes",
        "VERDICT": (
            "aprobad* aprovad* fallid* falhou falharam fallaron fallos falhas superad* pasaron"
            " passaram error errores erro erros"
        ),
        "PROGRESS": "progreso progresso avance",
        "REACH": "va van alcanzado alcanzó alcançou chegou llegó llegado",
        "AT": "en em al no na nos nas dentro",
        "AND": "y e",
        "BE": "es son está están é são estão",
        "BEEN": "sido",
        "HAVE": "ha han hay tem têm foram foi",
        "COND": "si cuando quando hasta tras después depois antes entre até",
        "RULE": (
            "debe deben devem siempre sempre nunca máximo máxima mínimo mínima cada límite"
            " limite contrato decidió decidiu política menos requiere exige precisam precisa"
            " necesita permitido regla regra obligatorio obrigatório enero febrero marzo abril"
            " mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro"
            " março maio junho julho setembro outubro dezembro"
        ),
        "SIGN": "heartbeat latido ping watchdog monitoreo monitorización monitoramento cron",
        "ACK": "ok saludable saudável",
        "NONE": "ningún ninguna nenhum nenhuma nada sin sem",
        "NEWS": "cambios cambio mudanças mudança novedades novedad novidades",
        "ANSWER": "recibido recebido",
    },
    "it": {
        "BEEN": "stato stata stati state",
        "SMALL": "due tre quattro cinque sei sette otto nove",
        "TENS": "dieci dodici quindici venti trenta quaranta cinquanta",
        "TRY": "tentativo",
        "FILL": "il lo la i gli le un uno una circa quasi l",
        "OF": "di su del dei delle degli della",
        "PER": "per",
        "PCT": "percento cento",
        "PART": "metà terzo",
        "UNIT": "secondo secondi minuto minuti ore",
        "DAY": "giorni giorno",
        "NOW": "ora adesso attualmente corso già momento continua",
        "FAR": "finora",
        "DONE": (
            "elaborat* completat* importat* esportat* scaricat* copiat* indicizzat* convertit*"
            " migrat* caricat* sincronizzat* analizzat* trasferit* verificat* processat*"
            " eseguit* scritt* terminat* fatt* conclus* pronto pronti tradott* compilat*"
            " installat* archiviat* generat* calcolat* testat* distribuit* compress* estratt*"
            " lett* pubblicat* codificat* aggiornat* completo completa ripristinat* inviat*"
            " costruit* applicat* replicat* ordinat* letto letti pulit*"
        ),
        "DOING": (
            "elaborando importando scaricando copiando caricando esecuzione gira girando"
            " servendo gestendo inviando addestrando procede elaborazione"
        ),
        "WORK": (
            "importazione esportazione scaricamento caricamento download upload copia backup"
            " migrazione addestramento build compilazione indicizzazione job script"
            " sincronizzazione conversione installazione trasferimento ripristino analisi"
            " training lavoro compressione estrazione verifica codifica reindicizzazione"
            " aggiornamento scansione rendering calcolo"
        ),
        "ITEM": (
            "file riga righe documento documenti pagina pagine immagine immagini foto messaggio"
            " messaggi record elemento elementi lavori attività lotto lotti blocco blocchi"
            " fattura fatture ordini mail richiesta richieste evento eventi vettori oggetto"
            " oggetti server modulo moduli articolo articoli video pacchetto pacchetti tabella"
            " tabelle cartelle segmenti"
            " utenti clienti capitoli transazioni"
        ),
        "LEFT": (
            "mancano manca restano resta rimangono rimane rimanente rimanenti rimasto rimasti"
            " residuo"
        ),
        "STILL": "ancora altri",
        "WILL": "finirà terminerà dovrebbe",
        "ELAPSED": "trascorso trascorsi trascorse trascorsa",
        "SINCE": "da dura",
        "NOT": "non",
        "EPOCH": "epoca epoche",
        "LOSS": "perdita",
        "STEP": "passo iterazione",
        "GRAD": "gradiente",
        "NORM": "norma",
        "LEARN": "apprendimento",
        "SPEED": "velocità tasso",
        "QUEUE": "coda",
        "WAIT": "attesa",
        "PROC": "processo",
        "ALIVE": "attivo attiva vivo",
        "CASE": "test",
        "VERDICT": "superat* fallit* errori errore",
        "PROGRESS": "avanzamento progresso",
        "REACH": "arrivat* siamo raggiunto",
        "AT": "al alla all a in nel nella tra fra",
        "AND": "e ed",
        "BE": "è sono sta stanno",
        "HAVE": "ha hanno",
        "COND": "quando se dopo prima fino entro",
        "RULE": (
            "deve devono sempre mai massimo minimo almeno ogni limite contratto deciso gennaio"
            " febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
            " dicembre"
        ),
        "SIGN": "heartbeat battito ping watchdog monitoraggio cron",
        "ACK": "ok invariato",
        "NONE": "nessun nessuna niente",
        "NEWS": "novità cambiamenti modifiche",
        "ANSWER": "ricevuto",
    },
    "nl": {
        "SMALL": "twee drie vier vijf zes zeven acht negen",
        "TENS": "tien twaalf vijftien twintig dertig veertig vijftig",
        "TRY": "poging",
        "SIGN": "heartbeat hartslag ping monitoring controleronde",
        "ACK": "ok gezond ongewijzigd",
        "NONE": "geen niets",
        "NEWS": "wijzigingen verandering veranderingen bijzonderheden nieuws",
        "ROUTINE": "periodieke",
        "FILL": "de het een ongeveer circa bijna zo'n tot",
        "OF": "van",
        "PER": "per",
        "PCT": "procent",
        "PART": "helft",
        "UNIT": "seconde seconden minuut minuten uur uren",
        "DAY": "dag dagen",
        "NOW": "nu momenteel loopt bezig huidige al",
        "FAR": "toe",
        "DONE": (
            "verwerkt voltooid klaar gereed geïmporteerd gedownload geüpload gekopieerd"
            " gemigreerd afgerond geladen geïndexeerd geconverteerd gecontroleerd overgezet"
            " geanalyseerd verstuurd verzonden geïnstalleerd bijgewerkt gecompileerd"
            " gecomprimeerd getest uitgevoerd gesynchroniseerd vertaald"
        ),
        "WORK": (
            "import export upload download back-up backup training build migratie kopie"
            " synchronisatie indexering conversie script installatie"
        ),
        "ITEM": (
            "bestand bestanden rij rijen document documenten pagina bericht berichten taak"
            " taken records regels afbeeldingen facturen items verzoek verzoeken servers"
            " artikelen objecten regel*"
        ),
        "LEFT": "resterend* resteert resteren overblijvend resten",
        "STILL": "nog",
        "WILL": "zal",
        "ELAPSED": "verstreken",
        "SINCE": "sinds",
        "EPOCH": "epochs epoche",
        "LOSS": "verlies",
        "STEP": "stap",
        "SPEED": "snelheid",
        "QUEUE": "wachtrij queue",
        "WAIT": "wacht wachten wachtend wachtende",
        "PROC": "proces",
        "ALIVE": "actief",
        "CASE": "tests",
        "VERDICT": "geslaagd mislukt",
        "PROGRESS": "voortgang",
        "REACH": "staat zit staan",
        "AT": "op in bij voor",
        "AND": "en",
        "BE": "is zijn wordt worden",
        "HAVE": "heeft hebben",
        "COND": "als wanneer voordat nadat zodra na",
        "RULE": (
            "moet moeten minstens minimaal maximaal altijd nooit elke mag mogen ieder iedere"
            " akkoord"
        ),
    },
    "pl": {
        "TRY": "próba",
        "SIGN": "heartbeat ping monitoring",
        "NONE": "brak żadnych nic",
        "NEWS": "zmian nowego uwag",
        "ROUTINE": "okresowa rutynowa rutynowe",
        "FILL": "około ok prawie",
        "OF": "z ze",
        "PER": "na",
        "PCT": "procent*",
        "UNIT": "sekund* minut* godzin* godz",
        "DAY": "dni",
        "NOW": "teraz obecnie aktualnie trwa właśnie nadal wciąż już",
        "FAR": "dotychczas dotąd",
        "DONE": (
            "przetworzon* ukończon* zakończon* pobran* zaimportowan* skopiowan* wykonan*"
            " załadowan* wysłan* gotow* przesłan* zindeksowan* zmigrowan* zakończono"
            " przetworzono pobrano skopiowano ukończono przesłano wykonano zaindeksowano"
        ),
        "WORK": (
            "import eksport pobieranie trening kopia migracja kompilacja przesyłanie"
            " indeksowanie synchronizacja budowanie skrypt uczenie pobieranie* trening* zapasowa"
        ),
        "ITEM": "plik* wiersz* rekord* dokument* zada* stron* wiadomoś* obraz* faktur*",
        "LEFT": "pozostało pozostał* zostało",
        "STILL": "jeszcze",
        "WILL": "zakończy skończy",
        "ELAPSED": "upłynęło minęło",
        "SINCE": "od",
        "EPOCH": "epoka epoki epoce epok epokę",
        "LOSS": "strata",
        "STEP": "krok",
        "QUEUE": "kolejka kolejce kolejki",
        "WAIT": "czeka czekają oczekuj*",
        "PROC": "proces",
        "ALIVE": "działa aktywny",
        "CASE": "testów testy test",
        "VERDICT": "zaliczon* niezaliczon*",
        "PROGRESS": "postęp",
        "AT": "w",
        "AND": "i oraz",
        "BE": "jest są",
        "COND": "gdy jeśli po przed do",
        "RULE": "musi muszą najmniej każd* zawsze nigdy maksymalnie minimum wymagan* najwyżej",
    },
    "tr": {
        "TRY": "deneme",
        "SIGN": "heartbeat ping izleme",
        "NONE": "yok",
        "NEWS": "değişiklik yenilik sorun",
        "ROUTINE": "periyodik rutin düzenli",
        "FILL": "yaklaşık bir",
        "OF": "*dan *den *tan *ten",
        "PCT": "yüzde",
        "UNIT": "saniye dakika dakikadır saat saattir",
        "DAY": "gün",
        "NOW": "anda şimdi hâlâ halen henüz",
        "DONE": (
            "işlendi tamamlandı indirildi yüklendi kopyalandı bitti aktarıldı hazır taşındı"
            " dönüştürüldü tamamlanan bitmiş işlenmiş indirilen"
        ),
        "WORK": "indirme yükleme eğitim yedekleme derleme kopyalama aktarım aktarma",
        "ITEM": "dosya dosyalar satır kayıt görev mesaj belge dosyanın satırın mesajın istek",
        "LEFT": "kalan kaldı",
        "ELAPSED": "geçen",
        "AGO": "önce",
        "EPOCH": "epok",
        "LOSS": "kayıp",
        "QUEUE": "kuyruk kuyrukta kuyruğunda",
        "WAIT": "bekliyor bekleyen",
        "PROC": "süreç işlem",
        "ALIVE": "çalışıyor",
        "CASE": "test",
        "VERDICT": "geçti başarısız",
        "PROGRESS": "ilerleme",
        "AND": "ve",
        "COND": "sonra",
        "RULE": "gerek* gerekir zorunlu asla her fazla az daima",
    },
    "sv": {
        "TRY": "försök",
        "SIGN": "heartbeat ping övervakning hjärtslag",
        "ACK": "ok oförändrat",
        "NONE": "inga ingen inget ingenting",
        "NEWS": "ändringar förändringar avvikelser nytt",
        "ROUTINE": "rutinkontroll",
        "FILL": "ungefär cirka en ett den det de",
        "OF": "av",
        "PER": "per",
        "PCT": "procent prosent",
        "UNIT": "sekund sekunder minut minuter minutter timme timmar timer",
        "DAY": "dagar dager",
        "NOW": "nu just pågår fortfarande nå",
        "FAR": "hittills",
        "DONE": (
            "kopierade kopierats klara klar klart färdig färdiga bearbetade bearbetats"
            " behandlat behandlade importerade importerats nedladdat nedladdade uppladdad"
            " uppladdade slutfört slutförd indexerade indexerats fullført ferdig færdig"
            " behandlet kopieret kopiert avklarade importerad kopierad bearbetad hämtad hämtade"
        ),
        "WORK": (
            "import export uppladdning uppladdningen nedladdning nedladdningen träning"
            " träningen säkerhetskopiering säkerhetskopieringen kopiering kopieringen bygget"
            " migrering migreringen jobbet importen exporten"
        ),
        "ITEM": (
            "fil filer filerna rader raderna dokument meddelanden poster sidor bilder jobb"
            " uppgifter"
        ),
        "LEFT": "kvar återstår återstående igjen tilbage",
        "STILL": "ytterligare",
        "SINCE": "sedan",
        "EPOCH": "epok epoke epoken",
        "LOSS": "förlust förlusten",
        "QUEUE": "kö kön kø",
        "WAIT": "väntar",
        "PROC": "process prosess",
        "ALIVE": "kör",
        "PROGRESS": "förlopp framsteg",
        "REACH": "till",
        "AT": "på i",
        "AND": "och",
        "BE": "är er",
        "HAVE": "har",
        "COND": "om när efter före",
        "RULE": "måste ska minst högst alltid aldrig varje max",
    },
    "ru": {
        "SMALL": "два две три четыре пять шесть семь восемь девять",
        "TENS": (
            "десять двенадцать пятнадцать двадцать тридцать сорок пятьдесят десяти двадцати пяти"
            " трех трёх двух"
        ),
        "TRY": "попытка",
        "FILL": "около примерно почти приблизительно я ая всё все й ой",
        "OF": "из",
        "PCT": "процент*",
        "UNIT": "с сек секунд* мин минут* ч час часа часов",
        "DAY": "дней дня",
        "SIZE": "кб мб гб тб",
        "NOW": (
            "сейчас теперь уже ещё еще идёт идет продолжается текущ* работает выполняется момент"
        ),
        "FAR": "пока",
        "TOTAL": "всего",
        "DONE": (
            "обработан* загружен* импортирован* выгружен* скачан* проиндексирован* скопирован*"
            " выполнен* завершен* завершён* перенесен* прочитан* проверен* конвертирован*"
            " передан* готов* синхронизирован* закончен* пройден* записан* переведен*"
            " установлен* собран* отправлен* архивирован* сгенерирован* вычислен* протестирован*"
            " развернут* развёрнут* сжат* извлечен* извлечён* опубликован* закодирован*"
            " обновлен* обновлён* размечен* переведён* рассчитан* принят* завершилось записал"
            " обработал скопировал загрузил импортировал записала обработала скопировала"
            " загрузила записано построен* применен* применён* очищен* отсортирован*"
            " реплицирован*"
        ),
        "DOING": (
            "обрабатывается загружается копируется импортируется скачивается собирается идут"
            " выполняются обучается обрабатываются копируются грузится качается выкачивается"
        ),
        "WORK": (
            "загрузка импорт экспорт обучение миграция копирование индексация сборка"
            " синхронизация скрипт обработка скачивание выгрузка перенос восстановление"
            " установка прогон тренировка бэкап закачка копирования импорта экспорта миграции"
            " индексации сборки обновление архивация конвертация сканирование рендер рендеринг"
            " выкатка бэкапа загрузки проверка копия"
        ),
        "ITEM": (
            "файл* строк* запис* документ* сообщен* страниц* изображен* картин* задач* писем"
            " письма пакет* батч* элемент* товар* заказ* видео клиент* модул* сервер* объект*"
            " вектор* событи* стать* тикет* ролик* таблиц* узл* тест* хост* запрос*"
        ),
        "LEFT": "осталось остается остаётся оставшееся конца",
        "WILL": "закончится завершится",
        "ELAPSED": "прошло затрачено",
        "NOT": "не",
        "EPOCH": "эпоха эпохи эпоху эпохе эпох эпохой",
        "LOSS": "потери потеря лосс",
        "STEP": "шаг итераци*",
        "GRAD": "градиента градиент",
        "NORM": "норма",
        "LEARN": "обучения",
        "SPEED": "скорость",
        "QUEUE": "очередь очереди",
        "WAIT": "ожида* ждут ждет ждёт",
        "PID": "пид",
        "PROC": "процесс",
        "ALIVE": "жив активен",
        "CASE": "тест тестов теста тесты",
        "VERDICT": "провалено упал упало ошиб* успешно",
        "PROGRESS": "прогресс",
        "REACH": "достиг*",
        "AT": "в на через",
        "AND": "и",
        "COND": "если когда после перед при",
        "RULE": (
            "должен должн* нужн* минимум максимум более менее всегда никогда кажд* обязательн*"
            " требу* разреш* январ* феврал* марта апрел* июн* июл* август* сентябр* октябр*"
            " ноябр* декабр*"
        ),
        "SIGN": "хартбит пинг мониторинг",
        "ACK": "ок",
        "NONE": "никаких ничего",
        "NEWS": "изменений нового",
    },
    "ja": {
        "TRY": "試行",
        "OTHER": "名前 午前 午後 以前 以後 前半 後半",
        "FILL": (
            "の は が を に で と も へ 約 およそ ほど くらい ぐらい です ます ました しました"
            " しています あり あります います です、 から 目 ところ まで"
        ),
        "OF": "中 のうち うち",
        "PER": "毎秒 毎分",
        "PCT": "パーセント",
        "UNIT": "秒 分 分間 時間",
        "DAY": "日",
        "NOW": "現在 今 まだ いま 既に すでに 進行中 時点",
        "FAR": "今のところ これまで 現時点",
        "DONE": (
            "処理 処理済み 完了 終了 ダウンロード アップロード インポート エクスポート 変換"
            " 翻訳 読み込み 取り込み コピー 登録 インデックス 同期 移行 済み 処理済 終わ 取得"
            " 送信 保存 解析 削除 生成 学習済み 済"
        ),
        "DOING": (
            "処理中 変換中 学習中 取込中 インポート中 ダウンロード中 アップロード中 コピー中"
            " 同期中 実行中 動作中"
        ),
        "WORK": "学習 ビルド バックアップ トレーニング",
        "ITEM": (
            "件 個 枚 行 ファイル ページ レコード ジョブ タスク バッチ メッセージ 画像 通 本 台"
        ),
        "LEFT": "残り 残り時間 残",
        "STILL": "あと",
        "WILL": "予定 見込み",
        "ELAPSED": "経過 経過時間",
        "EPOCH": "エポック",
        "LOSS": "損失 ロス",
        "STEP": "ステップ",
        "GNORM": "勾配ノルム",
        "LR": "学習率",
        "SPEED": "速度 スループット",
        "QUEUE": "キュー 待ち行列",
        "WAIT": "待機 待ち 処理待ち 待機中 順番待ち",
        "PID": "プロセス番号",
        "PROC": "プロセス",
        "CASE": "テスト",
        "VERDICT": "成功 失敗 合格 エラー",
        "PROGRESS": "進捗 進行状況 進捗率",
        "REACH": "進み 到達 達し",
        "COND": "以内 以上 以下 後 前 たら 場合",
        "RULE": "必ず 必要 毎 常に 最大 最低 ルール 上限 べき ください 月 承認",
        "SIGN": "ハートビート",
        "ACK": "正常",
        "NONE": "なし",
        "NEWS": "変化 異常",
    },
    "zh": {
        "TRY": "尝试",
        "OTHER": "应用 后台 后端 前端 当地",
        "FILL": "的 了 约 大约 大概 左右 第 其中 也 有 在",
        "OF": "中",
        "PER": "每秒 每分钟",
        "UNIT": "秒 秒钟 分钟 分 小时 个小时",
        "DAY": "天",
        "NOW": "现在 目前 当前 正在 仍在 还在 进行中 已经 已 仍 尚未 还 仍然 正",
        "FAR": "到目前为止 至今 截至目前 迄今",
        "TOTAL": "共 总共 总计 一共",
        "DONE": (
            "完成 处理 导入 导出 下载 上传 索引 同步 转换 迁移 写入 复制 解析 爬取 抓取 扫描"
            " 嵌入 备份 翻译 跑完 处理完 下载完 上传完 生成 发送 计算 编码 解压 更新 部署"
        ),
        "DOING": "运行 执行 进行",
        "WORK": "训练 构建 编译 安装 脚本 备份任务 模型 訓練",
        "ITEM": (
            "条 个 页 张 行 份 批 块 文件 记录 任务 消息 数据 图片 视频 文档 作业 请求 用户 分片"
            " 样本"
        ),
        "LEFT": "剩余 还剩 剩余时间 预计剩余 剩下 还有 还要 还需 大约还要 剩",
        "STILL": "再",
        "WILL": "预计 预期",
        "ELAPSED": "已用时 已耗时 用时 耗时 已运行",
        "EPOCH": "轮 轮次 輪",
        "LOSS": "损失 损失值",
        "STEP": "步 步数 迭代",
        "GNORM": "梯度范数",
        "LR": "学习率",
        "SPEED": "速度 速率 吞吐量",
        "QUEUE": "队列 积压",
        "WAIT": "等待 排队 待处理 等待处理 未处理",
        "PID": "进程号",
        "PROC": "进程",
        "CASE": "测试 用例",
        "VERDICT": "通过 失败 成功",
        "PROGRESS": "进度 完成度 完成率",
        "REACH": "达到 达 到",
        "AND": "和",
        "BE": "为 是",
        "COND": "如果 当 之前 之后 前 后 内 超过 以上 以内",
        "RULE": "必须 需要 至少 最多 每 规定 应 不得 上限 限制 不能 总是 从不 决定 政策 要求 月",
        "SIGN": "心跳",
        "ACK": "正常",
        "NONE": "无 没有",
        "NEWS": "变化 异常",
    },
    "ko": {
        "TRY": "시도",
        "SIGN": "하트비트",
        "ACK": "정상",
        "NONE": "없음 없습니다",
        "NEWS": "변경 특이_사항 특이사항 변화",
        "ROUTINE": "정기_점검 상태_점검",
        "OTHER": "전체 완전 전화 매우 매출",
        "FILL": (
            "은 는 이 가 을 를 의 에 로 으로 약 정도 입니다 있습니다 했습니다 되었습니다 이며"
            " 째 번째 이고"
        ),
        "OF": "중",
        "PER": "초당 분당",
        "PCT": "퍼센트",
        "UNIT": "초 분 시간",
        "DAY": "일",
        "NOW": "현재 지금 아직 진행_중 진행중 여전히 이미 진행되",
        "FAR": "지금까지 현재까지",
        "DONE": (
            "처리 완료 다운로드 가져오기 변환 복사 색인 동기화 번역 진행되었습니다 처리했습니다"
            " 끝났 학습됨 전송 생성 설치"
        ),
        "DOING": "실행 실행_중",
        "WORK": "학습 빌드 훈련 백업 업로드 마이그레이션 인덱싱",
        "ITEM": "개 건 파일 행 항목 페이지 작업 메시지 문서 레코드 이미지",
        "LEFT": "남음 남았습니다 남은 잔여 남아",
        "WILL": "예정",
        "ELAPSED": "경과 지났습니다 지남",
        "AGO": "후",
        "EPOCH": "에폭 에포크",
        "LOSS": "손실",
        "STEP": "단계 스텝",
        "LR": "학습률",
        "SPEED": "속도",
        "QUEUE": "큐 대기열",
        "WAIT": "대기 대기_중",
        "PROC": "프로세스",
        "CASE": "테스트",
        "VERDICT": "통과 성공 실패",
        "PROGRESS": "진행률 진행_상황 진척률",
        "COND": "이내 이상 이하 전 동안",
        "RULE": "해야 매 반드시 최대 최소 항상 필요 제한 마다",
    },
    "uk": {
        "SIGN": "пінг моніторинг",
        "NONE": "жодних нічого",
        "NEWS": "змін нового",
        "ROUTINE": "планова регулярна",
        "FILL": "близько майже приблизно",
        "OF": "із з",
        "UNIT": "секунд* хвилин* годин*",
        "NOW": "зараз вже ще триває досі",
        "DONE": (
            "оброблено завантажено скопійовано виконано завершено імпортовано готово перевірено"
        ),
        "WORK": "імпорт експорт завантаження навчання міграція копіювання індексація скрипт",
        "ITEM": "файл* рядк* запис* документ* повідомлен* сторін* завдань завдання",
        "LEFT": "залишилося залишилось лишилося",
        "EPOCH": "епоха епохи",
        "LOSS": "втрати",
        "QUEUE": "черга черзі черги",
        "WAIT": "очіку*",
        "PROC": "процес",
        "AT": "на у в",
        "AND": "і та",
        "COND": "якщо коли після до",
        "RULE": "повинен повинн* треба потрібн* мінімум максимум завжди кожн*",
    },
    "cs": {
        "SIGN": "heartbeat ping monitoring",
        "NONE": "žádné nic",
        "NEWS": "změny nového",
        "ROUTINE": "pravidelná",
        "FILL": "asi přibližně téměř",
        "OF": "z ze",
        "UNIT": "sekund* minut* hodin*",
        "NOW": "nyní teď právě běží stále již",
        "DONE": "zkopírováno zpracováno staženo dokončeno importováno hotovo hotov hotova nahráno",
        "WORK": "import export stahování trénování migrace kopírování záloha indexace skript",
        "ITEM": "soubor* řádk* záznam* dokument* zpráv* stran* úloh*",
        "LEFT": "zbývá zbývají",
        "EPOCH": "epocha epochy",
        "LOSS": "ztráta",
        "QUEUE": "fronta frontě fronty",
        "WAIT": "čeká čekají",
        "PROC": "proces",
        "AT": "v ve na",
        "AND": "a",
        "BE": "je jsou",
        "COND": "když pokud po před až",
        "RULE": "musí nejméně nejvýše vždy nikdy každ* smí",
    },
    "ar": {
        "NONE": "لا بدون",
        "NEWS": "تغييرات جديد",
        "SIGN": "نبضة المراقبة",
        "ROUTINE": "دوري دورية",
        "OF": "من",
        "UNIT": "دقيقة دقائق ثانية ساعة ساعات",
        "NOW": "حاليا حالياً الآن الان يزال جارٍ",
        "DONE": "اكتمل اكتملت معالجة تحميل نسخ استيراد مكتمل تنزيل",
        "WORK": "التحميل الاستيراد التدريب النسخ التنزيل الفهرسة",
        "ITEM": "ملف ملفات ملفا سجل سجلات صفحة رسالة مهمة",
        "LEFT": "تبقى متبقي المتبقي المتبقية متبقية",
        "EPOCH": "حقبة الحقبة",
        "LOSS": "الخسارة خسارة",
        "QUEUE": "الانتظار الطابور",
        "AT": "في قائمة",
        "COND": "إذا بعد قبل عند",
        "RULE": "يجب دائما كل الأقل الأكثر",
    },
    "id": {
        "SIGN": "heartbeat ping pemantauan",
        "NONE": "tidak",
        "NEWS": "perubahan",
        "ROUTINE": "rutin berkala",
        "FILL": "telah ini ada",
        "OF": "dari",
        "UNIT": "detik menit jam",
        "NOW": "sudah saat sekarang sedang masih",
        "DONE": "selesai disalin diproses diunduh diunggah diimpor diindeks",
        "WORK": "impor ekspor unduhan pelatihan cadangan migrasi",
        "ITEM": "berkas baris dokumen halaman tugas pesan",
        "LEFT": "tersisa sisa tinggal",
        "QUEUE": "antrean antrian",
        "AT": "dalam di",
        "COND": "jika bila setelah sebelum",
        "RULE": "harus selalu setiap maksimal minimal",
    },
}
