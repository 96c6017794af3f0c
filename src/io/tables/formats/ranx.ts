/** Reads ranx's JSON: `{"q_1":{"d_12":5}}`, or lists of ids, best first. MTEB nests it inside subset and split. */
import { quoted } from "../../../core/text/wording.ts";
import { inputError } from "../../input-error.ts";
import { type JsonPlace, readJson, responseKeyPaths } from "../json-place.ts";
import { isAmong, namesRow, usualNames } from "../recognise-columns.ts";
import type { TableFormat } from "../table.ts";
import { elasticsearch, solr } from "./search-response.ts";

const mtebMeta = "mteb_model_meta";
const name = String.raw`"(?:[^"\\]|\\.)*"`;
const digits = String.raw`-?\d[\d.eE+-]*`;
const number = `(?:${digits}|null|NaN)`;
/** Skips queries without results, because they do not show the format. PHP writes an empty object as a list. */
const begin = String.raw`^\s*\{\s*(?:${name}\s*:\s*(?:\[\s*\]|\{\s*\}|null)\s*,\s*)*`;
/** Matches if the first query with results has an object of numbers, or a list of ids without spaces. */
const numbersOrIds = new RegExp(
  String.raw`${begin}${name}\s*:\s*(?:\{\s*(?:\}|${name}\s*:\s*${number}\s*[,}])|\[\s*"(?:[^"\\\s]|\\.)+"\s*[,\]])`,
);

/** Matches what follows a query's value: the end of the object, or a key whose value is an object, a list or null. */
const valueEnd = String.raw`\s*(?:\}|,\s*${name}\s*:\s*(?:[{[]|null))`;
const quotedNumber = `(?:"${digits}"|true|false|${number})`;
/** Matches numbers even in quotes. Also matches booleans and lists of numbers, so that the reader can reject them. */
const otherNumbers = new RegExp(
  String.raw`${begin}${name}\s*:\s*(?:\{\s*${name}\s*:\s*${quotedNumber}\s*(?:,\s*${name}\s*:\s*${quotedNumber}\s*[,}]|\}${valueEnd})|\[\s*-?\d[\d.eE+,\s-]*\]${valueEnd})`,
);

const idsFirst = new RegExp(String.raw`${begin}${name}\s*:\s*\[\s*"`);
export const mteb = new RegExp(String.raw`^\s*\{\s*"${mtebMeta}"`);

const isTableName = isAmong([...Object.values(usualNames).flat(), "score", "index", "columns"]);
/** Matches the key of the queries in JSON that is saved by columns. */
const isColumn = isAmong([...usualNames.query, ...usualNames["query id"]]);

/** Excludes saved responses, and tables saved by columns or row numbers, which may start like ranx's JSON. */
export function isRanx(head: string): boolean {
  if (mteb.test(head)) return true;
  if (isTableName(/^\s*\{\s*"([^"]*)"\s*:\s*(?:\[|\{\s*"\d+")/.exec(head)?.[1] ?? "")) return false;
  const [, firstInside = ""] = /^\s*\{\s*"\d+"\s*:\s*\{([^{}]*)/.exec(head) ?? [];
  if (namesRow(Array.from(firstInside.matchAll(/"([^"\\]*)"\s*:/g), ([, key = ""]) => key))) return false;
  const hasObjectsInList = /[^\\]"\s*:\s*\[\s*\{/.test(head);
  if (idsFirst.test(head) && hasSpacedValue(head)) return false;
  const isByQuery = numbersOrIds.test(head) || (otherNumbers.test(head) && ![...responseKeyPaths(head)].some(isColumn));
  return isByQuery && !hasObjectsInList && !solr.detect(head) && !elasticsearch.detect(head);
}

/** Returns whether any text except the keys contains white space. If so, the texts are titles, not ids. */
function hasSpacedValue(head: string): boolean {
  const texts = head.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)/gs);
  return [...texts].some(([, text = "", colon]) => colon === "" && /\s/.test(text));
}

/** Matches `"name":` and the start of its value, or a character between values. */
const token =
  /\s*(?:"[^"\\]*(?:\\.[^"\\]*)*"\s*:\s*(?:\{|\[\s*\]|null|NaN|"?(-?\d[\d.eE+-]*|-?Infinity|true|false)"?)|[{},])/gsy;

/** Returns whether all numbers are whole, as in judgments and unlike the scores of runs. */
export function isRanxOfWholeNumbers(head: string): boolean {
  for (const [, number] of head.matchAll(token)) if (number !== undefined && !/^-?\d+$/.test(number)) return false;
  return !idsFirst.test(head) && !mteb.test(head);
}

export const ranx: TableFormat = {
  name: "ranx",
  detect: (head) => isRanx(head) && !isRanxOfWholeNumbers(head),
  async read(pieces, source, _wants, onRow) {
    const predictions = predictionsIn(await readJson({ pieces, source })).entries();
    // Ids have no white space, so if any key has white space, the keys are texts of queries.
    const queryColumn = predictions.some(([query]) => /\s/.test(query)) ? "query" : "query_id";
    const scored = [queryColumn, "id", "score"];
    const ranked = [queryColumn, "id", "rank"];
    for (const [query, documents] of predictions) {
      if (Array.isArray(documents.value)) {
        const ids = documents.items();
        if (typeof ids[0]?.value === "number") throw ids[0].refuse("an id in quotes");
        for (const [rank, id] of ids.entries()) onRow(ranked, [query, id.text(), String(rank)], 1);
        continue;
      }
      for (const [id, score] of documentsOf(documents)) onRow(scored, [query, id, String(score.number())], 1);
    }
    return [];
  },
};

/** Returns the documents of a query by id; [] for null and an empty list. */
export function documentsOf(place: JsonPlace): [string, JsonPlace][] {
  const isEmpty = place.value === null || (Array.isArray(place.value) && place.value.length === 0);
  return isEmpty ? [] : place.entries();
}

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
