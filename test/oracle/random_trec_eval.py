"""Random small runs with trec_eval's values, computed without semqrel.

pytrec_eval (trec_eval 9.0.8) measures a thousand runs of one query each, made
from a fixed seed: tied scores, scores that are equal as 32-bit floats alone,
unjudged and negative labels, queries without a relevant document. Writes
test/golden/measures/random-trec-eval.json.

    pip install pytrec_eval-terrier==0.5.11
    python test/oracle/random_trec_eval.py
"""

import json
import math
import random
from pathlib import Path

import pytrec_eval

OUT = Path(__file__).resolve().parents[1] / "golden" / "measures" / "random-trec-eval.json"
CASES = 1000
MEASURES = [
    "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank",
    *(f"iprec_at_recall_{tenth / 10:.2f}" for tenth in range(11)),
    "P_1", "P_5", "P_10", "P_100", "recall_1", "recall_5", "recall_10", "infAP", "gm_bpref", "11pt_avg",
    "ndcg", "ndcg_cut_1", "ndcg_cut_5", "ndcg_cut_10", "map_cut_1", "map_cut_5", "map_cut_10",
    "success_1", "success_5", "success_10", "set_P", "set_relative_P", "set_recall", "set_map", "set_F",
]
# The smallest relevant label, and whether results without a judgment are left out.
SETTINGS = [(1, False), (2, False), (1, True)]


def make_case(chance: random.Random) -> tuple[dict[str, int], dict[str, float]]:
    documents = [f"d{number}" for number in range(chance.randint(2, chance.choice([6, 10, 14, 40])))]
    labels = chance.choice([[0, 1], [0, 0, 0, 1], [0, 1, 2, 3], [-2, -1, 0, 1, 2], [-1, 0], [0, 0, 0, 0, 4]])
    # 0.1 and 0.1 + 1e-10 are one 32-bit float.
    scores = chance.choice([[1.0, 2.0, 3.0], [0.1, 0.1 + 1e-10, 0.2, -0.5], [chance.uniform(-9, 9) for _ in range(60)]])
    judged = chance.sample(documents, chance.randint(1, len(documents)))
    retrieved = chance.sample(documents, chance.randint(1, len(documents)))
    return (
        {document: chance.choice(labels) for document in judged},
        {document: chance.choice(scores) for document in retrieved},
    )


def short(value: float) -> float:
    """The same number, 1 for 1.0."""
    return int(value) if value.is_integer() else value


def main() -> None:
    chance = random.Random(20240603)
    cases = []
    for number in range(CASES):
        rel, judged_only = SETTINGS[number % len(SETTINGS)]
        qrels, run = make_case(chance)
        # trec_eval reads beyond its table of labels where the largest is below rel - 1.
        while max(qrels.values()) < rel - 1:
            qrels, run = make_case(chance)
        evaluator = pytrec_eval.RelevanceEvaluator({"q": qrels}, set(MEASURES), rel, judged_only)
        values = evaluator.evaluate({"q": run})["q"]
        cases.append({
            "qrels": qrels,
            "run": run,
            "rel": rel,
            "judged_only": judged_only,
            # 0 / 0 is null: set_relative_P without a relevant document.
            "values": [None if math.isnan(value) else short(value) for value in map(values.get, MEASURES)],
        })
    head = {"tool": f"pytrec_eval-terrier {pytrec_eval.__version__}", "measures": MEASURES}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(head)[:-1] + ', "cases": [\n' + lines + "\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
