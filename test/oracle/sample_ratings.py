"""
Invents ratings for pools of the sample: those of two people in data/samples/ratings.csv, those of one in pair-ratings.csv.
Nobody rated anything. A grade follows from the title alone: where the library holds it, its rank there decides, else the
words that it shares with a title of the library; noise comes from a hash, so the same pool gives the same bytes. Ben is
stricter than Ann.

    semqrel pool library.csv explorer.csv quickfind.csv --queries queries.tsv --sample 12 --id-column none --depth 10 --seed 1 -o pool.jsonl   (in data/samples)
    python test/oracle/sample_ratings.py ratings.csv pool.jsonl
    semqrel check library.csv explorer.csv quickfind.csv --queries queries.tsv -o labels   (in data/samples)
    semqrel pool labels --by spread --minutes 30 -o pairs.jsonl
    python test/oracle/sample_ratings.py pair-ratings.csv pairs.jsonl
"""
import csv
import hashlib
import json
import re
import sys
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"


def words(title):
    return set(re.findall(r"\w{3,}", title.lower()))


def chance(*parts):
    digest = hashlib.sha256("\t".join(parts).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def merit(query, title, library):
    best = 0.8 * chance("merit", query, title)
    for rank, known in enumerate(library.get(query, [])):
        shared = len(words(title) & words(known)) / max(1, len(words(title) | words(known)))
        same = 1.0 if title.lower() == known.lower() else shared
        best = max(best, same * (1 - rank / 20) * 4)
    return best


library = {}
with open(SAMPLES / "library.csv", newline="", encoding="utf8") as file:
    for row in csv.DictReader(file):
        library.setdefault(row["query"], []).append(row["title"])


def write(name, pool, raters):
    with open(SAMPLES / name, "w", newline="", encoding="utf8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["query_id", "query", "id", "title", "rater", "rating"])
        for line in open(pool, encoding="utf8"):
            pair = json.loads(line)
            for rater, severity in raters:
                noise = 1.6 * (chance(rater, pair["query"], pair["id"]) - 0.5)
                grade = min(5, max(1, round(1 + merit(pair["query"], pair["title"], library) + noise - severity)))
                table.writerow([pair["queryId"], pair["query"], pair["id"], pair["title"], rater, grade])


ANN, BEN = ("Ann", 0.0), ("Ben", 0.3)
name, pool = sys.argv[1:]
write(name, pool, [ANN] if name == "pair-ratings.csv" else [ANN, BEN])
