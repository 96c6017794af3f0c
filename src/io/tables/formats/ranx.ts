/** ranx's JSON, `{"q_1":{"d_12":5}}`, also with lists of ids, best first; MTEB's inside names of subset and split. */
import { quoted } from "../../../core/text/wording.ts";
import { inputError } from "../../input-error.ts";
import { type JsonPlace, readJson } from "../json-place.ts";
import type { TableFormat } from "../table.ts";
import { elasticsearch, solr } from "./search-response.ts";

const mtebMeta = "mteb_model_meta";
const name = String.raw`"(?:[^"\\]|\\.)*"`;
const number = String.raw`(?:-?\d[\d.eE+-]*|null|NaN)`;
/** Queries without results come first or last. */
const empty = String.raw`(?:${name}\s*:\s*(?:\[\s*\]|\{\s*\}|null)\s*,\s*)*`;
/** The first query with results has an object of numbers, an empty object, or a list of ids without spaces. */
const numbersOrIds = new RegExp(
  String.raw`^\s*\{\s*${empty}${name}\s*:\s*(?:\{\s*(?:\}|${name}\s*:\s*${number}\s*[,}])|\[\s*"(?:[^"\\\s]|\\.)+"\s*[,\]])`,
);

const idsFirst = new RegExp(String.raw`^\s*\{\s*${empty}${name}\s*:\s*\[`);
export const mteb = new RegExp(String.raw`^\s*\{\s*"${mtebMeta}"`);

/** Saved responses may begin in the same way. */
export function isRanx(head: string): boolean {
  if (mteb.test(head)) return true;
  const hasObjectsInList = /[^\\]"\s*:\s*\[\s*\{/.test(head);
  return numbersOrIds.test(head) && !hasObjectsInList && !solr.detect(head) && !elasticsearch.detect(head);
}

/** `"name":` and the beginning of its value, or the characters between values. */
const token = /\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*(?:\{|null|(-?\d[\d.eE+-]*|-?Infinity|NaN))|[{},])/gsy;

/** Whether all numbers are whole, as in judgments and unlike the scores of runs. */
export function isRanxOfWholeNumbers(head: string): boolean {
  for (const [, number] of head.matchAll(token)) if (number !== undefined && !/^-?\d+$/.test(number)) return false;
  return !idsFirst.test(head) && !mteb.test(head);
}

const scored = ["query_id", "id", "score"];
const ranked = ["query_id", "id", "rank"];

export const ranx: TableFormat = {
  name: "ranx",
  detect: (head) => isRanx(head) && !isRanxOfWholeNumbers(head),
  async read(pieces, source, _wants, onRow) {
    for (const [query, documents] of predictionsIn(await readJson({ pieces, source })).entries()) {
      if (documents.value === null) continue;
      if (Array.isArray(documents.value)) {
        for (const [rank, id] of documents.items().entries()) onRow(ranked, [query, id.text(), String(rank)], 1);
        continue;
      }
      for (const [id, score] of documents.entries()) onRow(scored, [query, id, String(score.number())], 1);
    }
    return [];
  },
};

function predictionsIn(document: JsonPlace): JsonPlace {
  if (!document.has(mtebMeta)) return document;
  const found = document
    .entries()
    .filter(([subset]) => subset !== mtebMeta)
    .flatMap(([subset, splits]) => splits.entries().map(([split, place]) => ({ name: `${subset}.${split}`, place })));
  const [only, other] = found;
  if (only !== undefined && other === undefined) return only.place;
  const names = found.map((one) => quoted(one.name)).join(", ");
  const what = `it contains the predictions of ${found.length} subsets or splits (${names}). Save only one of them.`;
  throw inputError("INVALID_FORMAT", document.source, what);
}
