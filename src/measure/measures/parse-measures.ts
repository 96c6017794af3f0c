/** Parses names of measures in the syntax of ir_measures (`nDCG(dcg='exp-log2')@10`) or trec_eval (`ndcg_cut_10`). */
import { at } from "../../core/at.ts";
import { attempt } from "../../core/attempt.ts";
import { SemqrelError } from "../../core/errors.ts";
import { nearestName } from "../../core/text/suggestion.ts";
import { printed } from "../../core/text/wording.ts";
import { remember } from "../../maths/numbers.ts";
import { invalidMeasure, type Measure, type MeasureKind, type ParameterValue } from "./define-measure.ts";
import { measureKinds } from "./registry.ts";

/** Measures that trec_eval prints by default, in its order, without `runid`. */
export const officialMeasures: readonly string[] = [
  "num_q",
  "num_ret",
  "num_rel",
  "num_rel_ret",
  "map",
  "gm_map",
  "Rprec",
  "bpref",
  "recip_rank",
  ...Array.from({ length: 11 }, (_, tenths) => `iprec_at_recall_${(tenths / 10).toFixed(2)}`),
  ...[5, 10, 15, 20, 30, 100, 200, 500, 1000].map((cutoff) => `P_${cutoff}`),
];

/**
 * Parses names of measures, in the given order; `P.5,10` gives two measures. Ignores letter case if no name matches
 * exactly. Elements of `given` that are already measures are returned unchanged. `kinds` may include your own kinds.
 * @throws SemqrelError INVALID_MEASURE  unknown names, or several mistakes at once   details: { measures }
 * @throws SemqrelError INVALID_MEASURE, INVALID_CUTOFF  a text cannot be read, or `MeasureKind.with` refuses it
 */
export function parseMeasures(
  given: readonly (string | Measure)[],
  kinds: readonly MeasureKind[] = measureKinds,
): Measure[] {
  const refused = (what: string) => new SemqrelError("INVALID_MEASURE", `Reading measures: ${what}.`);
  if (!Array.isArray(given)) throw refused(`the measures are ${printed(given)}. Give a list, such as ["nDCG@10"]`);
  const mistakes: { readonly text: string; readonly error: SemqrelError | null }[] = [];
  const measures = given.flatMap((each) => {
    if (typeof each !== "string") {
      if (each?.kind) return [each];
      throw refused(`${printed(each)} is not a measure. Give a name such as "nDCG@10", or what \`kind.with\` returns`);
    }
    try {
      if (isMeasure(each, kinds)) return parseMeasure(each, kinds);
      mistakes.push({ text: each, error: null });
    } catch (error) {
      if (!(error instanceof SemqrelError)) throw error;
      mistakes.push({ text: each, error });
    }
    return [];
  });
  const [first] = mistakes;
  if (first === undefined) return measures;
  if (mistakes.length === 1 && first.error !== null) throw first.error;
  const lines = mistakes.map(({ text, error }) =>
    error === null ? describeUnknownMeasure(text, kinds) : error.message.replace(/^Reading measure /, ""),
  );
  const details = { measures: mistakes.map(({ text }) => text) };
  const hasNoSuggestion = lines.some((line) => line.endsWith("is not a known measure."));
  if (hasNoSuggestion)
    lines.push(
      `Measures are ${[...new Set(kinds.map((kind) => at(namesOf(kind), 0)))].join(", ")}, most with a cutoff such as nDCG@10.`,
    );
  throw new SemqrelError("INVALID_MEASURE", `Reading measures: ${lines.join(" ")}`, { details });
}

/** Whether a text names a known kind. The parameters and the cutoff may still be wrong. */
export function isMeasure(text: string, kinds: readonly MeasureKind[] = measureKinds): boolean {
  return findName(text, kinds) !== null;
}

/** Suggests the nearest known name. Of equally near names, prefers one that accepts the given parameters and cutoff. */
export function describeUnknownMeasure(text: string, kinds: readonly MeasureKind[] = measureKinds): string {
  const trecNames = kinds.flatMap(({ trecInput }) => Object.keys(trecInput).map((name) => name.replace("_#", "")));
  const ours = kinds.flatMap(namesOf);
  const known = [...ours, ...trecNames];
  // After the name come parameters and a cutoff, or numbers as in trec_eval.
  const [, name = "", rest = ""] = /^(.*?)((?:\s*[(@]|[._]\.?\d).*)?$/su.exec(text.trim()) ?? [];
  const nearest = nearestName(name, known);
  const sameSpelling = /[(@]/.test(rest) ? ours : known;
  const readable = sameSpelling.filter((other) => attempt(() => parseMeasure(other + rest, kinds)) !== null);
  const complete = nearestName(name, readable);
  const meant = complete && nearest && complete.distance <= nearest.distance ? complete.name + rest : nearest?.name;
  return `"${text}" is not a known measure.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
}

function parseMeasure(text: string, kinds: readonly MeasureKind[]): Measure[] {
  const found = findName(text, kinds);
  if (found === null) throw invalidMeasure(text, "no measure has that name");
  if ("kind" in found) {
    const { values, at } = readArguments(text, found);
    return [found.kind.with({ ...found.preset, ...values }, at)];
  }
  if (found.measures.length > 0) return found.measures.flatMap((measure) => parseMeasure(measure, kinds));
  const message = `Reading measure ${text}: it needs a number, such as ${found.example}.`;
  throw new SemqrelError("INVALID_CUTOFF", message, { details: { measure: text, cutoff: null } });
}

function findName(text: string, kinds: readonly MeasureKind[]) {
  for (const form of [(name: string) => name, (name: string) => name.toLowerCase()]) {
    const found = findKind(text, kinds, form) ?? findTrecName(text, kinds, form);
    if (found !== null) return found;
  }
  return null;
}

/** Finds the kind with this name; null if there is none, or more than one. Names match if `form` makes them equal. */
function findKind(text: string, kinds: readonly MeasureKind[], form: (name: string) => string) {
  const [, given, rest] = /^\s*([\p{L}\p{N}_]+)\s*((?:[(@].*)?)$/su.exec(text) ?? [];
  if (given === undefined || rest === undefined) return null;
  const found = kinds.flatMap((kind) =>
    namesOf(kind)
      .filter((name) => form(name) === form(given))
      .map((name) => ({ kind, preset: kind.presets[name] ?? {}, rest })),
  );
  const [first] = found;
  return first !== undefined && found.every(({ kind }) => kind === first.kind) ? first : null;
}

export function namesOf(kind: MeasureKind): string[] {
  return [kind.name, ...kind.aliases, ...Object.keys(kind.presets)];
}

/** Finds a trec_eval name: `name`, `name_10` or `name.5,10`. If a needed number is missing, `measures` is []. */
function findTrecName(text: string, kinds: readonly MeasureKind[], form: (name: string) => string) {
  const given = form(text.trim());
  for (const kind of kinds) {
    for (const [spelling, measure] of Object.entries(kind.trecInput)) {
      const name = form(spelling.replace("_#", ""));
      if (!given.startsWith(name)) continue;
      const rest = given.slice(name.length);
      const example = spelling.replace("#", kind.at === "recall required" ? "0.50" : "10");
      if (!spelling.endsWith("_#")) {
        if (rest === "") return { example, measures: [measure] };
        continue;
      }
      const [, one, several] = /^(?:_(\d*\.?\d+)|\.(\d*\.?\d+(?:,\d*\.?\d+)*))$/.exec(rest) ?? [];
      const numbers = (one ?? several)?.split(",");
      if (numbers !== undefined) return { example, measures: numbers.map((number) => measure.replace("#", number)) };
      if (rest === "") return { example, measures: [] };
    }
  }
  return null;
}

const numberPattern = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const pairPattern = String.raw`\s*${numberPattern}\s*:\s*${numberPattern}\s*`;
const gainsPattern = String.raw`\{(?:${pairPattern}(?:,${pairPattern})*,?\s*)?\}`;
const valuePattern = `'[^']*'|"[^"]*"|True|False|${gainsPattern}|${numberPattern}`;
const argumentPattern = String.raw`\s*[A-Za-z_]\w*\s*=\s*(?:${valuePattern})\s*`;
const restPattern = new RegExp(
  String.raw`^(?:\(((?:${argumentPattern}(?:,${argumentPattern})*,?\s*)?)\))?\s*(?:@\s*(${numberPattern}))?\s*$`,
);
const eachArgument = new RegExp(String.raw`([A-Za-z_]\w*)\s*=\s*(${valuePattern})`, "g");
const eachPair = new RegExp(String.raw`(${numberPattern})\s*:\s*(${numberPattern})`, "g");

/** Reads parameters and cutoff in Python's syntax. As in ir_measures, `@10` may also be written `(cutoff=10)`. */
function readArguments(text: string, { kind, rest }: NonNullable<ReturnType<typeof findKind>>) {
  const match = restPattern.exec(rest);
  if (match === null) {
    throw invalidMeasure(text, "the part after the name cannot be read; write it like nDCG(dcg='exp-log2')@10");
  }
  const values = new Map<string, ParameterValue>();
  let at = match[2] === undefined ? null : Number(match[2]);
  for (const [, key = "", written = ""] of (match[1] ?? "").matchAll(eachArgument)) {
    const isAt = (key === "cutoff" || key === "recall") && !Object.hasOwn(kind.parameters, key);
    if (isAt ? at !== null : values.has(key)) throw invalidMeasure(text, `"${key}" is given twice`);
    if (isAt) at = Number(written);
    else values.set(key, readValue(written));
  }
  return { values: Object.fromEntries(values), at };
}

function readValue(written: string): ParameterValue {
  if (/^['"]/.test(written)) return written.slice(1, -1);
  if (written === "True" || written === "False") return written === "True";
  if (!written.startsWith("{")) return Number(written);
  return new Map(Array.from(written.matchAll(eachPair), ([, label, gain]) => [Number(label), Number(gain)]));
}

/** Parses one measure by which engines can be ordered. Throws if the measure is unsuitable, or if there are several. */
export function parseOrderingMeasure(name: string): Measure {
  const [measure, ...others] = parseMeasures([name]);
  const isOne = measure !== undefined && others.length === 0;
  // Refuses measures of errors (lower is better), because an engine's scores need not be predictions of grades.
  const isMeanOfLists =
    isOne && measure.kind.aggregate === "mean" && measure.kind.needs === null && !measure.kind.lowerIsBetter;
  if (isMeanOfLists && measure.kind.at !== "recall required") return measure;
  throw new SemqrelError(
    "INVALID_MEASURE",
    `Reading --measure ${name}: engines can only be ordered by a mean over queries of a measure of the first results. Give a measure such as nDCG@10, P@10 or AP.`,
    { details: { measure: name } },
  );
}

export type PositionWeights = ReturnType<typeof positionWeights>;

const sums: ReadonlySet<string> = new Set(["P", "DCG", "CG", "RBP"]);

/**
 * Returns the weight of each rank and the gain of each grade, for measures that are sums over results. Up to rounding,
 * the value of a list is the sum of weightAt(rank) x gainOf(grade) over its results. Only sums can be estimated from a
 * sample: in other measures, a missing result changes the gains of other results. A weight's first use costs O(rank).
 */
export function positionWeights(measure: Measure) {
  const why = whyNoSum(measure);
  if (why !== null) {
    const at = Number.isInteger(measure.at) ? measure.at : 10;
    throw new SemqrelError(
      "INVALID_MEASURE",
      `Estimating ${measure.name} from a sample of pairs: ${why}. Use --measure DCG@${at}, P@${at} or RBP(rel=1)@${at}, or rate whole queries (semqrel pool --sample N, without --per-query).`,
      { details: { measure: measure.name } },
    );
  }
  /** Returns the value of a list whose only judged result has this grade and rank. */
  const valueAt = (rank: number, grade: number) => {
    const labels = new Float64Array(rank + 1).fill(Number.NaN);
    labels[rank] = grade;
    const scores = labels.map((_, index) => -index);
    const documents = Int32Array.from(labels.keys());
    return measure.compute({ labels, judgedLabels: Float64Array.of(grade), scores, documents }) || 0;
  };
  const { max } = measure.parameters;
  const unit = [measure.relevanceLevel, typeof max === "number" ? max : null, 1, 1 / 2, 1 / 3].find(
    (grade) => grade !== null && valueAt(0, grade) > 0,
  );
  const ofUnit = valueAt(0, unit ?? 1);
  return {
    /** Number of positions that count, >= 1; Infinity for the whole list. */
    depth: measure.at,
    /** Weight of a rank, >= 0; 0 from `depth` on. */
    weightAt: remember((rank: number) => valueAt(rank, unit ?? 1)),
    /**
     * Gain of a grade, divided by the gain of a reference grade; 0 for grades < 0 and for NaN. The reference grade is
     * the first grade of this list whose gain is above 0: relevance level, `max`, 1, 1/2, 1/3.
     */
    gainOf: remember((grade: number) => (grade >= 0 ? valueAt(0, grade) / ofUnit : 0)),
  };
}

export function summedMeasure(measure: Measure): Measure {
  return measure.kind.name === "nDCG" ? parseOrderingMeasure(measure.name.replace(/^nDCG/, "DCG")) : measure;
}

function whyNoSum({ kind, parameters, judgedOnly }: Measure): string | null {
  if (kind.name === "nDCG") return "it divides by the best possible score, which is unknown if pairs are unrated";
  if (!sums.has(kind.name)) return "the gain of a result depends on other results, which may be unrated";
  if (judgedOnly) return "it counts positions among judged results only, and a sample does not show these";
  const isGraded = kind.name === "RBP" && parameters["rel"] === null && parameters["max"] === null;
  return isGraded ? "it is relative to each query's largest grade, which may be unrated. Give rel or max" : null;
}
