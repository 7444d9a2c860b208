"""The vocabulary of heartbeat markers: what hits, what must not, and how long it takes."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from pytest_memeval.suites.write_gate.leaks import LEAK_PATTERNS
from pytest_memeval.suites.write_gate.leaks import LeakPattern
from pytest_memeval.suites.write_gate.leaks import _notation
from pytest_memeval.suites.write_gate.leaks import _shape
from pytest_memeval.suites.write_gate.leaks import leaks
from pytest_memeval.suites.write_gate.leaks._frames import FRAMES
from pytest_memeval.suites.write_gate.leaks._lines import BEYOND_ASCII
from pytest_memeval.suites.write_gate.leaks._lines import LINES
from pytest_memeval.suites.write_gate.leaks._lines import Line
from pytest_memeval.suites.write_gate.leaks._notation import Frame
from pytest_memeval.suites.write_gate.leaks._words import LEXICON
from pytest_memeval.suites.write_gate.leaks._words import ROLES

# The package may export the function under the same name, so the module is asked for by its path.
module = importlib.import_module("pytest_memeval.suites.write_gate.leaks")

# One line that must hit, and one of the names it has to hit under.
POSITIVE = [
    ("epoch 17/80 - train loss 0.4412 - val loss 0.5120", "epoch"),
    ("The run is at epoch 6 of 20.", "epoch"),
    ("Finished epoch 3, val accuracy 0.88", "epoch"),
    ("loss=1.934 lr=3.0e-4 at iteration 4200/10000", "loss"),
    ("Training loss is now 0.213", "loss"),
    ("ETA: 2h 14m", "eta"),
    ("eta 00:43:10 for the remaining shards", "eta"),
    ("Roughly 25 minutes remaining on the restore", "eta"),
    ("1,880 of 12,000 pages crawled", "count"),
    ("Indexed 450/2000 documents", "count"),
    ("Embedding job: 312 of 980 chunks done", "count"),
    ("The import has processed 40,000 rows so far", "count"),
    ("62% complete", "percent"),
    ("Backup is 80 % done", "percent"),
    ("Progress: 33.5%", "percent"),
    ("The migration is currently at 45%.", "percent"),
    ("worker pid 31877 is alive", "pid"),
    ("PID: 4412, elapsed 00:18:02", "elapsed"),
    ("12 minutes elapsed", "elapsed"),
    ("Elapsed time: 340 s", "elapsed"),
    ("queue depth: 512", "queue"),
    ("Queue length is now 88", "queue"),
    ("240 jobs waiting in the queue", "queue"),
    ("grad norm 0.87", "grad_norm"),
    ("gradient_norm=3.21", "grad_norm"),
    ("HEARTBEAT_OK", "heartbeat"),
    ("heartbeat ack", "heartbeat"),
    ("Heartbeat #212 received, no change", "heartbeat"),
    ("<system-reminder>Today's date has changed.</system-reminder>", "wrapper"),
    ("<task-notification><task-id>b12</task-id></task-notification>", "wrapper"),
    ("<command-name>/clear</command-name>", "wrapper"),
    ("3.41it/s", "throughput"),
    ("Training at 41k tokens/s", "throughput"),
    ("speed 11.2 MB/s", "throughput"),
    ("2.3s/it", "throughput"),
    ("45 passed, 2 failed in 12.33s", "tests"),
    ("Ran 120 tests in 4.5s OK", "tests"),
    ("Tests: 2 failed, 40 passed, 42 total", "tests"),
    ("All 512 tests passed", "tests"),
    ("Downloading weights: 48% (2.1 GB of 4.4 GB)", "transfer"),
    ("Receiving objects: 71% (812/1140)", "count"),
    ("[12/40] Compiling parser.cc", "transfer"),
    ("Compiling tokio v1.38.0", "transfer"),
    ("[=======>      ] 54%", "bar"),
    ("|████████      | 63%", "bar"),
    (" 37%|███▋      | 370/1000 [01:10<02:00, 5.2it/s]", "throughput"),
    ("Epoche 4 von 30, Verlust 0,812", "progress_de"),
    ("320 von 900 Dateien verarbeitet", "progress_de"),
    ("Fortschritt: 71 %", "progress_de"),
    ("Der Import ist zu 55 % abgeschlossen", "progress_de"),
    ("Noch etwa 12 Minuten", "progress_de"),
    ("Époque 2/10, perte : 1,23", "progress_fr"),
    ("140 fichiers traités sur 600", "progress_fr"),
    ("Progression : 18 %", "progress_fr"),
    ("45 % terminé", "progress_fr"),
    ("Temps restant : 12 min", "progress_fr"),
    ("Época 3 de 15, pérdida 0,44", "progress_es_pt"),
    ("Procesados 1200 de 5000 registros", "progress_es_pt"),
    ("70 % completado", "progress_es_pt"),
    ("Tiempo transcurrido: 00:12:10", "progress_es_pt"),
    ("Processados 300 de 800 arquivos", "progress_es_pt"),
    ("Progresso: 64%", "progress_es_pt"),
    ("85% concluído", "progress_es_pt"),
    ("Epoca 5/12, perdita 0,61", "progress_es_pt"),
    ("250 di 1000 file elaborati", "progress_it"),
    ("Completato al 40%", "progress_it"),
    ("エポック 5/20 損失 0.331", "progress_ja"),
    ("1000件中250件処理済み", "progress_ja"),
    ("進捗: 72%", "progress_ja"),
    ("残り約15分", "progress_ja"),
    ("第 3/10 轮,损失 0.52", "progress_zh"),
    ("已处理 1200/5000 条", "progress_zh"),
    ("进度:45%", "progress_zh"),
    ("预计剩余时间 12 分钟", "progress_zh"),
    ("Эпоха 7/50, потери 0.412", "progress_ru"),
    ("Обработано 340 из 1200 файлов", "progress_ru"),
    ("Выполнено 58 %", "progress_ru"),
    ("Осталось около 20 минут", "progress_ru"),
    ("checkpoint saved at step 12000", "step"),
    ("Step 3100/20000: loss 2.71", "loss"),
    ("Batch 18 of 64 finished", "step"),
    ("Sync is 12.5% through", "percent"),
    ("Uploaded 3 of 9 parts", "count"),
    ("ep 4/12 train 0.99 val 1.02", "epoch"),
    ("Epoch: 9/100 finished in 43 s", "epoch"),
    ("Now on epoch 12 of 40", "epoch"),
    ("val_loss: 0.771", "loss"),
    ("avg loss 3.12, lr 1e-4", "loss"),
    ("Iter 900/40000 | loss 3.3", "loss"),
    ("The reindex is 41% complete", "percent"),
    ("Restore at 77%", "percent"),
    ("done: 18%", "percent"),
    ("8,120 of 40,000 embeddings written", "count"),
    ("1.2M/4.8M rows migrated", "count"),
    ("Scraped 90 of 412 pages", "count"),
    ("Finished 14 out of 20 files", "count"),
    ("44 files left to convert", "count"),
    ("ETA ~45 min", "eta"),
    ("ETA 16:40", "eta"),
    ("About 3 hours left", "eta"),
    ("elapsed 00:03:11", "elapsed"),
    ("Server has been running for 3h", "elapsed"),
    ("pid=9912", "pid"),
    ("Worker (pid 20117) is up", "pid"),
    ("Queue depth 1,204", "queue"),
    ("17 messages queued", "queue"),
    ("gradient norm: 14.2", "grad_norm"),
    ("HEARTBEAT ack", "heartbeat"),
    ("still running.", "heartbeat"),
    ("<system-reminder>", "wrapper"),
    ("<local-command-stdout>ok</local-command-stdout>", "wrapper"),
    ("throughput: 900 docs/s", "throughput"),
    ("42 MB/s, 3 of 8 GB", "throughput"),
    ("3 failed, 12 passed", "tests"),
    ("Test suite: 88 passed in 3s", "tests"),
    ("17/17 tests passed", "count"),
    ("Fetching model 12%", "transfer"),
    ("Building wheel: 30% done", "percent"),
    ("[#####     ] 50%", "bar"),
    ("▓▓▓▓░░░░ 50%", "bar"),
    ("1.200 von 4.000 Zeilen importiert", "progress_de"),
    ("Training läuft, Epoche 2/5", "progress_de"),
    ("Restzeit: 14 Minuten", "progress_de"),
    ("80 % heruntergeladen", "progress_de"),
    ("12 sur 40 fichiers traités", "progress_fr"),
    ("Il reste environ 8 minutes", "progress_fr"),
    ("30 % effectué", "progress_fr"),
    ("300 de 900 archivos procesados", "progress_es_pt"),
    ("Quedan 12 minutos", "progress_es_pt"),
    ("40 % descargado", "progress_es_pt"),
    ("120 de 600 registros importados", "progress_es_pt"),
    ("Faltam 10 minutos", "progress_es_pt"),
    ("Elaborati 90 di 300 file", "progress_it"),
    ("Mancano circa 5 minuti", "progress_it"),
    ("60 % completato", "progress_it"),
    ("300/900件処理済み", "progress_ja"),
    ("80%完了", "progress_ja"),
    ("下载进度 33%", "progress_zh"),
    ("已完成 80%", "progress_zh"),
    ("还剩 5 分钟", "progress_zh"),
    ("Осталось 5 минут", "progress_ru"),
    ("Загружено 40 %", "progress_ru"),
    ("120 из 600 строк обработано", "progress_ru"),
    ("Nine of the fourteen shards are in, the rest follow.", "count"),
    ("The copy has got to row 410,000 out of 1.2 million.", "step"),
    ("Roughly two thirds of the upload is through.", "count"),
    ("Job 8812 is 3h in, 40 of 64 tasks green.", "count"),
    ("Halfway through epoch two, nothing odd.", "count"),
    ("Loss dropped to 1.82 and is still falling.", "loss"),
    ("mfu 41.2%, loss 2.2, 180k tok/s", "loss"),
    ("GPU 0: 97% util, 71C", "throughput"),
    ("Another 20 minutes or so until the export is finished.", "eta"),
    ("Compaction running, 18 GB to go.", "transfer"),
    ("12 of 30 hosts patched, 2 unreachable.", "count"),
    ("batch 410: 0.8 s, lr 1e-4", "step"),
    ("Still waiting for the build, 6 minutes in.", "elapsed"),
    ("The sweep has 4 trials left.", "count"),
    ("Fetched 1,100 pages in 90 s.", "count"),
    ("worker-3 (pid 771) restarted", "pid"),
    ("lag 12,400 on partition 7", "queue"),
    ("230 tests green, 0 red.", "tests"),
    ("Pulling layer 4/9", "transfer"),
    ("Der Lauf ist in Epoche 7, Verlust bei 1,9.", "progress_de"),
    ("Noch 300 Dateien, dann ist der Import durch.", "progress_de"),
    ("Encore 12 minutes avant la fin de l'import.", "progress_fr"),
    ("Van 1.200 de 5.000 filas.", "progress_es_pt"),
    ("Baixando 45% do modelo", "progress_es_pt"),
    ("Siamo al 70% della copia.", "progress_it"),
    ("あと200件で完了します。", "progress_ja"),
    ("正在处理第 300 个,共 900 个", "progress_zh"),
    ("Идёт 5-я эпоха из 20.", "progress_ru"),
    ("Saving model at step 4000... done", "step"),
    ("[INFO] 14:02:11 rows=120000 errors=0 elapsed=42s", "elapsed"),
    ("Epoch 31/90: train_loss=1.22, top1=71.3", "epoch"),
    ("training: 44% | loss 0.98 | 01:12:00 left", "loss"),
    ("The crawl has handled 3,000 of 9,000 urls", "count"),
    ("uploading layer 3: 81%", "transfer"),
    ("Job is 92 % done, about 4 minutes left", "percent"),
    ("pid 5120 running for 00:14:10", "elapsed"),
    ("Queue depth is 311 and growing", "queue"),
    ("tokens/s 41,200 at step 900", "throughput"),
    ("3 errors so far, 4,200 rows in", "count"),
    ("gnorm 2.2", "grad_norm"),
    ("11 failed, 320 passed in 81s", "tests"),
    ("Build finished in 42s", "transfer"),
    ("Heartbeat: alive", "heartbeat"),
    ("<system-reminder> files changed", "wrapper"),
    ("Datei 12 von 80 wird verarbeitet", "progress_de"),
    ("Fichier 4 sur 30 en cours", "progress_fr"),
    ("Archivo 7 de 20 en proceso", "progress_es_pt"),
    ("Arquivo 7 de 20 concluído", "progress_es_pt"),
    ("File 9 di 40 in elaborazione", "progress_it"),
    ("40ファイル中12ファイルを処理しました", "progress_ja"),
    ("训练第 4 轮,loss 0.8", "loss"),
    ("Скачано 2,1 ГБ из 4 ГБ", "progress_ru"),
    ("Indexing is 15% done", "percent"),
    ("Still indexing: 120k docs in, 80k left", "count"),
    ("ETA 2:30", "eta"),
]

# Durable facts that use the same words and figures.
NEGATIVE = [
    "Timestamps are stored as seconds since the Unix epoch.",
    "The API wants epoch seconds, not milliseconds.",
    "SOURCE_DATE_EPOCH is set to 0 for reproducible builds.",
    "We train for 30 epochs with early stopping.",
    "LR decay kicks in after epoch 10 by design.",
    "Beta 2 of the SDK ships to partners first.",
    "eta is set to 0.1 in the XGBoost config.",
    "The user is on beta 3 of the OS.",
    "100 % of PRs need a review.",
    "80 % coverage is the bar for core.",
    "Canary stays at 10 % for a day.",
    "Disk alerts fire at 85 % usage.",
    "The pid file lives in /run/app.pid.",
    "PID 1 in the container has to be tini.",
    "The heater uses a PID controller with gain 0.6.",
    "Support has to answer within 30 minutes.",
    "Keep 3 of 5 replicas in eu-west.",
    "2 of 3 approvers must be from security.",
    "Loss of data is not acceptable for invoices.",
    "Packet loss above 0.5 % means the link is bad.",
    "Use Huber loss with delta 1.0.",
    "Retry 3 times with jitter.",
    "Release 2.4 is planned for 2025-03-14.",
    "Python 3.12 is the minimum version.",
    "max_grad_norm is 1.0 for all configs.",
    "Gradient norm clipping is switched off for LoRA runs.",
    "Alert when queue depth stays high for 10 minutes.",
    "Queue workers are limited to 4 per host.",
    "The user hates progress bars in CI logs.",
    "Heartbeat interval is 30 s, timeout 90 s.",
    "Rate limit is 100 requests per second per key.",
    "The gateway allows 90k tokens per minute.",
    "The test suite has to pass in under 10 minutes.",
    "Failed logins lock the account after 5 tries.",
    "Downloads are mirrored to the internal registry.",
    "The build runs on 16 cores.",
    "Elapsed time is logged in ms.",
    "Use the elapsed_ms field for latency.",
    "The backup takes about 3 hours, so start it before midnight.",
    "Prefers answers in German, code comments in English.",
    "Migrations ship one release ahead of the code.",
    "The bank requires 2 of 3 pods up during deploys.",
    "Tests need LANG=C.UTF-8 or 3 of them fail.",
    "The vendor truncates bodies at 256 KB.",
    "Prefers three small patches over one of 900 lines.",
    "Use bf16 since fp16 diverged at step 11k.",
    "Validation loss is computed on the 2023 split only.",
    "Report the mean over 5 seeds at the last epoch.",
    "With 4 workers the step time drops from 1.9 s to 0.7 s.",
    "100 % der PRs brauchen ein Review.",
    "Mindestens 3 von 5 Knoten müssen laufen.",
    "Nach dem Deploy 10 Minuten warten.",
    "Datenverlust ist nicht akzeptabel.",
    "Les temps sont stockés en secondes depuis l'époque Unix.",
    "Deux relecteurs sur trois doivent approuver.",
    "La pérdida de datos no es aceptable.",
    "Al menos 2 de 3 réplicas activas.",
    "A época de provas bloqueia deploys.",
    "La coda degli ordini si chiama order-events.",
    "Unixエポック秒で保存する。",
    "レビューは必ず2人必要。",
    "时间戳使用 Unix 纪元毫秒。",
    "每个 PR 需要 2 人评审。",
    "Время хранится в секундах с начала эпохи Unix.",
    "Потеря данных недопустима.",
    "Минимум 2 из 3 реплик должны работать.",
    "Order numbers look like 2024/0042.",
    "The office is at 12/14 Mill Road.",
    "On-call is 24/7 for payments.",
    "Use 3/4 of the RAM for shared buffers.",
    "The team splits work 50/50 between ops and dev.",
    "Task IDs start with TSK-.",
    "System reminders are sent by mail on Mondays.",
    "The invoice is done in EUR.",
    "User wants to hear only about failed runs.",
    "The customer has 12 of 40 licences.",
    "Half of the shards are on node 3.",
    "Completed orders are archived after 90 days.",
    "ETA for the new office is spring 2026.",
    "Speed limits in the yard are 20 km/h.",
    "Epoch timestamps in the feed are in milliseconds.",
    "Runs use 3 epochs unless the data set is under 10k rows.",
    "Checkpoints are kept for the last 5 epochs.",
    "Loss spikes came from a poisoned shard.",
    "The contract allows a loss of 2 containers per year.",
    "Cross entropy loss with label smoothing 0.1 is standard here.",
    "eta=0.3 and depth 6 won the sweep.",
    "Beta 4 ships on 12 May.",
    "Deploys are frozen from 20 to 31 December.",
    "70 % of tickets come from two customers.",
    "A 50 % discount applies to partners.",
    "At 90 % disk usage the cleanup job deletes old builds.",
    "Set pids.max to 4096 in the slice.",
    "Store the pid in /run/x/pid and delete it on exit.",
    "The SLA is 4 hours for P1 and 2 days for P3.",
    "Sessions expire after 30 minutes of idling.",
    "Wait 10 minutes after a failover before retrying.",
    "Queues are named by team and purpose.",
    "The queue holds 10,000 messages at most.",
    "Clip gradients to norm 1.0.",
    "Prefers AdamW with max_grad_norm=0.5.",
    "Nodes send a heartbeat every 15 s.",
    "Three missed heartbeats mean the node is dead.",
    "Speed matters less than cost for the nightly job.",
    "The limit is 500 rows per call.",
    "The bus does 10k messages per second at most.",
    "Tests may not hit the network.",
    "No merge before 2 checks passed.",
    "Downloads must be verified by checksum.",
    "Build images weigh under 300 MB.",
    "Use rich progress bars only on a tty.",
    "Version 3.4.1 broke the exporter.",
    "Port 5432 is the primary, 6432 the pooler.",
    "Rack 3/12 holds the spare switch.",
    "Quorum is 3 of 5.",
    "1 of 8 GPUs is reserved for notebooks.",
    "The user reads mails at 9:30 and 16:00.",
    "Rollback takes 5 minutes, fix forward takes 40.",
    "12 of the 40 shops still use the old tills.",
    "Half of the team is in Porto.",
    "Die Datenbank läuft seit 2019 auf Version 12.",
    "90 % der Kunden zahlen per Lastschrift.",
    "Nach 3 Versuchen wird das Konto gesperrt.",
    "Les factures sont archivées après 10 ans.",
    "2 développeurs sur 5 travaillent à distance.",
    "80 % de los clientes están en Perú.",
    "Las copias se guardan 30 días.",
    "Em março 3 de 5 lojas usam o novo caixa.",
    "Il backup parte alle 02:00.",
    "El equipo decidió usar 3 réplicas.",
    "バックアップは30日間保存する。",
    "会議は毎週10時から。",
    "备份保留 30 天。",
    "服务必须部署 3 个副本。",
    "Копии хранятся 30 дней.",
    "3 из 5 магазинов работают со старой кассой.",
    "Two thirds of the budget go to storage.",
    "The first 40 of 64 ports are patched to the old rack.",
    "GPUs throttle at 83C in rack 2.",
    "Partition 7 belongs to the Spanish shop.",
    "Exports may take up to 20 minutes, so run them at night.",
    "Lag over 10,000 pages the owner.",
    "Trial accounts run out after 14 days.",
    "New hires get access to 12 of the 30 hosts.",
    "Batches over 400 rows are refused by the vendor.",
    "Layer 4 load balancing only, no TLS termination.",
    "Files over 80 MB go through the upload service.",
    "Every fourth job is a canary.",
    "The vacuum takes 4 minutes on the primary.",
    "Use 3 layers, dropout 0.1 and lr 2e-4 as the base config.",
    "Datei-Importe laufen nur nachts, maximal 80 Dateien.",
    "Trenta per cento dei clienti usa iOS.",
    "Le serveur de test tourne sous Debian 12.",
    "El proceso de cierre dura 3 días.",
    "A cada 15 minutos roda um backup.",
    "ログは90日で削除する。",
    "训练数据来自 2023 年。",
    "Сборка требует 16 ГБ памяти.",
    "If 3 of 5 health checks fail the node is drained.",
    "Token prices fell 20 % in May.",
    "Ticket 4512 explains why the queue has two consumers.",
]


@pytest.mark.parametrize(("text", "name"), POSITIVE, ids=[str(i) for i in range(len(POSITIVE))])
def test_heartbeat_hits(text: str, name: str) -> None:
    assert name in leaks(text)


@pytest.mark.parametrize("text", NEGATIVE, ids=[str(i) for i in range(len(NEGATIVE))])
def test_durable_fact_does_not_hit(text: str) -> None:
    assert leaks(text) == []


@pytest.mark.parametrize(("text", "name"), POSITIVE[::7])
def test_heartbeat_hits_in_other_guises(text: str, name: str) -> None:
    assert leaks(f"The cache is warm.\n{text}\nThat is all.")
    wide = text.translate({c: c + 0xFEE0 for c in range(ord("0"), ord("9") + 1)})
    assert name in leaks(wide)
    assert name in leaks(f"\x1b[32m{text}\x1b[0m")


def test_names_come_once_and_in_table_order() -> None:
    order = [entry.name for entry in LEAK_PATTERNS]
    assert len(set(order)) == len(order)
    text = "ETA: 5 min, pid 4711\nepoch 3/9 loss 0.25\nepoch 4/9 loss 0.24\nHEARTBEAT_OK"
    found = leaks(text)
    assert found == sorted(set(found), key=order.index)
    assert {"heartbeat", "epoch", "loss", "eta", "pid"} <= set(found)
    assert leaks("") == []


def _patterns(entry: LeakPattern) -> list[re.Pattern[str]]:
    held = [pattern for _, pattern in entry.holds]
    return [pattern for pattern in (entry.starts, entry.frames, *held) if pattern is not None]


def test_entries_are_frozen_and_explained() -> None:
    for entry in LEAK_PATTERNS:
        assert entry.why.endswith(".")
        assert not hasattr(entry, "__dict__")
        assert _patterns(entry) or entry.name.startswith("progress_")
        assert not any(pattern.search("") for pattern in _patterns(entry))
    with pytest.raises(AttributeError):
        LEAK_PATTERNS[0].name = "other"  # type: ignore[misc]
    assert module.LEAK_PATTERNS is LEAK_PATTERNS
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = module.nonsense


@pytest.mark.parametrize("entry", LEAK_PATTERNS, ids=lambda entry: entry.name)
def test_quantifiers_are_bounded(entry: LeakPattern) -> None:
    for pattern in _patterns(entry):
        bare = pattern.pattern.replace(r"\*", "").replace(r"\+", "")
        outside: list[str] = []
        inside = False
        for previous, char in zip(" " + bare, bare, strict=False):
            if char == "[" and previous != "\\":
                inside = True
            elif char == "]" and previous != "\\":
                inside = False
            elif not inside:
                outside.append(char)
        assert not {"*", "+"} & set(outside), entry.name


def test_import_does_not_compile_the_table() -> None:
    code = (
        "import importlib;m=importlib.import_module('pytest_memeval.suites.write_gate.leaks');"
        "print(m._table.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"


NASTY = [
    "1", "1 ", "1,", "1.", "1/", "1'", "1:1", "1k", "12 of ", "1 of 3 a b c ", "1 000 ",
    "9% ", "a", "a ", "a b c d ", "epoch ", "loss ", "loss: ", "train val avg ", "eta ", "pid ",
    "queue depth ", "heartbeat ", "downloading ", "downloading 1", "processed ",
    "processed 1 a a a ",
    "1 passed, a", "= in ", "[=", "[1/", "<", "<system", "#", "*", "\n", "\n ", "\t",
    "\x1b[", "\u200b", "第", "已处理", "件中", "エポック", "эпоха ", "1 из ", "обработано 1 ",
    "1 sur 2 a a a ",
    "1 von 2 " + 24 * "a" + " ", "\ufdfa",
]  # fmt: skip


def test_a_hundred_kilobytes_of_nasty_repetitions_are_bounded() -> None:
    size = 100_000 // len(NASTY)
    text = "\n".join((part * (size // len(part) + 1))[:size] for part in NASTY)
    assert len(text) >= 100_000
    shape = _shape.tongue("en").shape(text, _shape.tokens(text))
    began = time.perf_counter()
    for entry in LEAK_PATTERNS:
        # Whole-text search, so a hit early in the text can't hide the rest.
        for pattern in _patterns(entry):
            for _ in pattern.finditer(shape if pattern is entry.frames else text):
                pass
    leaks(text)
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize(
    "part",
    ["9", "%", " ", "\n", "1 of ", "1/", "1,", "1-", "1 passed, ", "[", "=", "<", "/", "a-", "a.1",
     ". ", "is still ", "queue 1 ", "1 of 2 done. ", "1 von 2 ", "正在1", "1 из 2 ",
     "not 1 % of import "],
)  # fmt: skip
def test_a_megabyte_of_a_repetition_takes_its_time_once(part: str) -> None:
    """A second is the budget; the rest of the bound is for machines that do other work too."""
    text = part * (1_000_000 // len(part.encode()))
    began = time.process_time()
    leaks(text)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("part", ["1 of 3 a b c ", "1'", "a ", "downloading 1"])
def test_time_grows_with_the_length_only(part: str) -> None:
    def best(size: int) -> float:
        text = (part * (size // len(part) + 1))[:size]
        runs = []
        for _ in range(3):
            began = time.perf_counter()
            leaks(text)
            runs.append(time.perf_counter() - began)
        return min(runs)

    assert best(32_000) < 30 * best(4_000) + 0.05


# --- what is passed over ----------------------------------------------------------------------


@pytest.mark.parametrize("name", FRAMES)
def test_sentences_that_are_passed_over_hold_no_reading(name: str) -> None:
    """Every alternative of the frames asks for a letter that makes a sentence worth a look."""
    parser = pytest.importorskip("re._parser")
    worth = {letter for letter in _shape.LETTERS.values() if _notation.WORTH_A_LOOK.match(letter)}
    assert "0" in worth
    assert _shape.LETTERS["OTHER"] not in worth
    for frame in FRAMES[name]:
        assert _needs(list(parser.parse(_notation.regex([frame]))), worth), frame


def _needs(parsed: list[Any], letters: set[str]) -> bool:
    return any(_part_needs(str(op), value, letters) for op, value in parsed)


def _part_needs(op: str, value: Any, letters: set[str]) -> bool:
    if op == "LITERAL":
        return chr(value) in letters
    if op == "IN":
        return all(_is_one_of(str(kind), part, letters) for kind, part in value)
    if op in ("MAX_REPEAT", "MIN_REPEAT"):
        return value[0] > 0 and _needs(list(value[2]), letters)
    if op == "SUBPATTERN":
        return _needs(list(value[3]), letters)
    if op == "BRANCH":
        return all(_needs(list(branch), letters) for branch in value[1])
    return op == "ASSERT" and value[0] == 1 and _needs(list(value[1]), letters)


def _is_one_of(kind: str, part: Any, letters: set[str]) -> bool:
    if kind == "RANGE":
        return {chr(code) for code in range(part[0], part[1] + 1)} <= letters
    return str(part) in letters or (kind == "LITERAL" and chr(part) in letters)


def test_lines_that_are_passed_over_in_text_without_digits_need_one() -> None:
    parser = pytest.importorskip("re._parser")
    digits = {*map(str, range(10)), "CATEGORY_DIGIT"}
    for line in (line for lines in LINES.values() for line in lines if line.clues):
        assert _needs(list(parser.parse(line.pattern)), digits) == line.counts, line


HELD = [(name, line) for name, lines in LINES.items() for line in lines if line.clues]


@pytest.mark.parametrize(("name", "line"), HELD, ids=[line.example for _, line in HELD])
def test_a_text_without_a_clue_holds_no_such_line(name: str, line: Line) -> None:
    """Whatever the pattern hits has one of its clues."""
    # What must follow the hit is made part of it: else hardly any text that is tried fits.
    longer = re.compile(line.pattern.replace("(?=", "(?:"), re.MULTILINE)

    @settings(
        max_examples=25,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    @given(st.from_regex(longer, fullmatch=True))
    def check(text: str) -> None:
        low = text.lower()
        if re.search(line.pattern, low, re.MULTILINE):
            beyond = line.clues == (BEYOND_ASCII,) and not low.isascii()
            assert beyond or any(clue in low for clue in line.clues)

    check()
    assert name in leaks(line.example)


# --- the tables -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LINES)
def test_every_line_finds_its_example(name: str) -> None:
    for line in LINES[name]:
        start = module._LINE_START if line.pattern.startswith("^") else ""
        pattern = f"{start}(?:{line.pattern.removeprefix('^')})"
        assert re.search(pattern, f"\n{line.example.lower()}", re.MULTILINE), line
        assert name in leaks(line.example), line
        assert (line.clues == ()) == line.pattern.startswith("^"), line


@pytest.mark.parametrize("name", FRAMES)
def test_every_frame_finds_its_example_without_the_others(name: str) -> None:
    for frame in FRAMES[name]:
        pattern = re.compile(_notation.regex([frame]))
        tongues = [
            tongue for tongue, shape in _shapes(frame.example).items() if pattern.search(shape)
        ]
        assert tongues, frame
        found = leaks(frame.example)
        assert name in found or any(f"progress_{tongue}" in found for tongue in tongues), frame


def _shapes(text: str) -> dict[str, str]:
    found = _shape.tokens(text)
    names = {"en", *_shape.tongues_of(found)}
    return {name: _shape.tongue(name).shape(text, found) for name in names}


def test_a_frame_says_what_may_stand_where() -> None:
    def fits(frame: str, text: str) -> bool:
        shape = _shape.tongue("en").shape(text, _shape.tokens(text))
        return re.search(_notation.regex([Frame(frame, "")]), shape) is not None

    assert fits("count ..3 DONE", "12 big green files processed")
    assert not fits("count ..2 DONE", "12 big green files processed")
    assert not fits("count ..3 DONE", "12 files, processed")
    assert fits("count ~3 DONE", "12 files, processed")
    assert fits("count ITEM !DONE", "12 files")
    assert not fits("count ITEM !DONE", "12 files processed")
    assert fits("count & DONE", "processed: 12")
    assert not fits("count & DONE", "if processed: 12")
    assert not fits("count DONE", "until 12 processed")
    assert fits("count DONE", "until now 12 processed")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("1,880 of 12,000 pages crawled", "AMBIG OF AMBIG ITEM DONE"),
        ("2h14m left", "SMALL UNIT TENS UNIT OVER"),
        ("val_loss: 0.31", "OTHER LOSS COLON DEC"),
        ("the re-indexing", "WORK"),
        ("12 000 of 1.5 million", "INT OF INT"),
        ("at most 3", "RULE SMALL"),
        ("12:30 in 2024", "CLOCK IN YEAR"),
        ("about 5. Then it is done", "SMALL END OTHER OTHER BE ENDED"),
        ("v1.2.3 and 3e-4", "OTHER AND DEC"),
        (f"{60 * 'a'} {60 * '9'}", "OTHER OTHER"),
    ],
)
def test_a_shape_has_one_letter_for_each_token_that_matters(text: str, shape: str) -> None:
    expected = "".join(_shape.LETTERS[role] for role in shape.split())
    assert _shape.tongue("en").shape(text, _shape.tokens(text)) == expected


@pytest.mark.parametrize("name", LEXICON)
def test_a_word_has_one_role_per_language(name: str) -> None:
    seen: dict[str, str] = {}
    for role, words in LEXICON[name].items():
        assert role in ROLES or role in _shape.LETTERS
        for word in words.split():
            assert word not in seen, f"{word} is {seen[word]} and {role}"
            assert word == word.lower()
            seen[word] = role


def test_every_role_is_asked_for() -> None:
    asked = " ".join(frame.shape for frames in FRAMES.values() for frame in frames)
    asked += f" {' '.join(_notation._SHORTHANDS.values())} FILL COND BOUND EDGE RULE STATE TAKE"
    assert set(ROLES) <= set(re.findall("[A-Z]+", asked))
    assert len(set(_shape.LETTERS.values())) == len(_shape.LETTERS)


def test_a_language_is_told_by_words_that_english_has_not() -> None:
    assert _shape.tongues_of(_shape.tokens("Der Verlust wurde geprüft")) == {"de"}
    assert _shape.tongues_of(_shape.tokens("The import was copied")) == set()
    assert "fr" in _shape.tongues_of(_shape.tokens("l'époque"))
    assert {"ja", "zh"} <= _shape.tongues_of(["進捗"])
