"""An invented graph around the documents of data/samples: who cites whom, and who wrote what.

Reads library.csv, explorer.csv and queries.tsv, and writes citations.csv and authors.csv beside them, the same bytes in
every run. Needs Python's standard library alone. Run it from anywhere; it finds the repository from its own place.

    python test/oracle/sample_edges.py
"""

import csv
import math
import random
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "data" / "samples"

SEED = 20240601
FURTHER = 300  # documents that no list holds
LEFT_OUT = 3  # documents that the graph lacks, of either list
CITED = [1, 2, 3, 4, 5, 6, 7]  # by one document, each number as likely as any other
ON_TOPIC = 0.75  # share of citations, and of authorships, that stay on a topic
AUTHORS_PER_TOPIC = 12
BY_RANK = 0.4  # log appeal falls by it times log position
BY_CITATIONS = 0.3  # and grows by it times log citations
USUAL_CITATIONS = 34  # the median of library.csv
NOISE = 0.8  # standard deviation of log appeal, beside rank and citations


def rows_of(name):
    with (SAMPLES / name).open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["doi"] != ""]


def read_documents():
    """DOI -> (topic, log appeal but for noise), in the order of the lists; what the library says of a document wins."""
    with (SAMPLES / "queries.tsv").open(encoding="utf-8", newline="") as file:
        topic_of = {text: topic for topic, text in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    documents = {}
    for row in rows_of("explorer.csv"):
        documents[row["doi"]] = (topic_of[row["query"]], -BY_RANK * math.log(1 + int(row["rank"])))
    for row in rows_of("library.csv"):
        known = BY_CITATIONS * math.log((1 + int(row["citations"])) / USUAL_CITATIONS)
        documents[row["doi"]] = (topic_of[row["query"]], known - BY_RANK * math.log(int(row["rank"])))
    return documents


def invent_documents(documents, chance):
    """Further documents on the same topics, as unappealing as the end of a list; journals that no list names."""
    topics = sorted({topic for topic, _ in documents.values()})
    further = {}
    while len(further) < FURTHER:
        journal = chance.choice(["arq", "bvl", "dsk", "fgo", "xet"])
        further[f"10.5555/{journal}.{chance.randrange(100_000, 1_000_000)}"] = (chance.choice(topics), -0.7)
    return further


def draw(names, weights, chance):
    return chance.choices(names, weights=[weights[name] for name in names])[0]


def invent_citations(documents, chance):
    """Pairs (citing, cited): documents cite older ones, more often appealing ones and those on their own topic."""
    appeal = {doi: math.exp(value + chance.gauss(0, NOISE)) for doi, (_, value) in documents.items()}
    by_age = list(documents)
    chance.shuffle(by_age)
    edges = set()
    for age, citing in enumerate(by_age):
        older = by_age[:age]
        near = [doi for doi in older if documents[doi][0] == documents[citing][0]]
        for _ in range(chance.choice(CITED)):
            names = near if near and chance.random() < ON_TOPIC else older
            if names:
                edges.add((citing, draw(names, appeal, chance)))
    return edges


def invent_authors(documents, chance):
    """Pairs (author, document): one to four authors, some of whom write more; numbered by topic."""
    topics = sorted({topic for topic, _ in documents.values()})
    authors = {f"A{place + 1:03}": topics[place // AUTHORS_PER_TOPIC] for place in range(AUTHORS_PER_TOPIC * len(topics))}
    diligence = {author: chance.lognormvariate(0, 0.8) for author in authors}
    pairs = set()
    for doi, (topic, _) in documents.items():
        near = [author for author in authors if authors[author] == topic]
        for _ in range(chance.choices([1, 2, 3, 4], weights=[4, 4, 2, 1])[0]):
            names = near if chance.random() < ON_TOPIC else list(authors)
            pairs.add((draw(names, diligence, chance), doi))
    return pairs


def write(name, header, pairs):
    with (SAMPLES / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *sorted(pairs)])


def main():
    chance = random.Random(SEED)
    listed = read_documents()
    explorer = {row["doi"] for row in rows_of("explorer.csv")}
    left_out = [
        *chance.sample(sorted(explorer), LEFT_OUT),
        *chance.sample(sorted(set(listed) - explorer), LEFT_OUT),
    ]
    documents = {doi: what for doi, what in listed.items() if doi not in left_out}
    documents.update(invent_documents(listed, chance))
    citations = sorted(invent_citations(documents, chance))
    lonely = set(documents) - {doi for edge in citations for doi in edge}
    if lonely:
        raise SystemExit(f"documents without an edge: {sorted(lonely)}. Take another seed.")
    # What edge lists of the world hold too: an edge of a node with itself, and edges that stand there twice.
    odd = [(citations[0][0], citations[0][0]), *chance.sample(citations, 2)]
    write("citations.csv", ("citing", "cited"), citations + odd)
    write("authors.csv", ("author", "document"), invent_authors(documents, chance))
    print("left out:", *sorted(left_out))
    print("odd:", *(",".join(edge) for edge in odd))


if __name__ == "__main__":
    main()
