/** Compares label policies on a folder of labels and people's judgments. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { at, atKey } from "../../core/at.ts";
import { invalidOption, SemqrelError, throwIfAborted } from "../../core/errors.ts";
import { withoutFrame } from "../../core/titles/clean-title.ts";
import type { ReferenceLists, ResultLists, StoredLabels } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { type GoldGrades, readGoldGrades } from "../../gold/gold-grades.ts";
import { labelFolderOf } from "../../io/labels/label-manifest.ts";
import { matchPresets, rulesWithout } from "../../label/match/match-rules.ts";
import { embedTitles } from "../../label/stages/embed-titles.ts";
import { readStoredLabels, withoutEngines } from "../../label/stored-labels.ts";
import { groupResults } from "../../lists/group-results.ts";
import type { ScoredPrecision } from "../../maths/classification.ts";
import type { ResampleOptions } from "../../maths/random.ts";
import type { Measure } from "../../measure/measures/define-measure.ts";
import { parseOrderingMeasure } from "../../measure/measures/parse-measures.ts";
import { exactIndex } from "../../model/index/exact.ts";
import { clock } from "../../model/open-tools.ts";
import { type TitleVectorTools, titleVectors } from "../../model/title-vectors.ts";
import {
  type EngineValues,
  engineMeans,
  gradeValues,
  type JudgedLists,
  judgedLists,
  listsToJudge,
  valuesOfQueries,
} from "../engine-values.ts";
import { labelPrecision } from "../validate-labels.ts";
import { choosePolicy, orderSensitivity } from "./choose-policy.ts";
import { type ComparedPolicy, type PoliciesReport, policiesReport } from "./policies-report.ts";
import {
  defaultPolicy,
  type ListsToMatch,
  type Policy,
  type PolicyMatches,
  type PolicyValues,
  policyGrid,
  policyMatches,
  policyName,
  policyValues,
  predeclaredPolicies,
} from "./policy-values.ts";

/** Interval between checks for Ctrl-C, as a number of policies. */
const POLICIES_PER_TURN = 20;

export async function policiesFiles(
  files: { readonly labels: string; readonly gold: string | null },
  options: ResampleOptions & { readonly measure: string; readonly without: readonly string[] },
  tools: TitleVectorTools,
): Promise<{ readonly report: PoliciesReport; readonly warnings: readonly Warning[] }> {
  const measure = parseOrderingMeasure(options.measure);
  const { stored: all, warnings } = await readStoredLabels(files.labels);
  const stored = withoutEngines(all, options.without, "Comparing policies of");
  const own = requireReference(stored);
  const gold = files.gold === null ? null : await readGoldGrades(files.gold, stored);
  /** References by name. The reference that made the labels has the key null. */
  const references = new Map([[null as string | null, own], ...(await referencesApart(stored))]);
  const policies = policyGrid([...references.keys()].filter((name) => name !== null));
  const lists = stored.engines.map((engine) => engine.lists);
  const titlesOf = await titlesToMatch(
    [...references.values(), ...stored.engines].map((one) => one.lists),
    tools,
  );
  const matchesOf = matchAll({ engines: lists, titlesOf }, references, policies);
  const { pointRanks } = matchesOf(defaultPolicy);
  const queries = [...pointRanks.keys()].filter((query) => at(pointRanks, query).length > 0);
  const judged = gold && judgeRated(stored, gold, pointRanks);

  const rated = judged?.queries.map(({ query }) => queries.indexOf(query)) ?? [];
  const values = policyValues({ engines: lists, queries, matchesOf }, policies);
  const compared = await compareAll(values, policies.length, judged, rated, measure, tools);

  const fallback = policies.findIndex((policy) => policyName(policy) === policyName(defaultPolicy));
  const choose = (truth: EngineValues) =>
    choosePolicy(
      truth,
      compared.map(({ values, isPredeclared }) => ({ values: valuesOfQueries(values, rated), isPredeclared })),
      { ...options, fallback },
    );
  const report = policiesReport({
    ...options,
    engines: lists.map(({ engine }) => engine),
    reference: own.lists.engine,
    queries: queries.length,
    policies: compared,
    truth: gold &&
      judged && {
        choice: choose(gradeValues(judged, measure)),
        gold: gold.file.path,
        measure: measure.name,
        queries: rated.length,
        leftOut: judged.leftOut,
      },
    sensitivity: orderSensitivity(lists.length, compared),
  });
  return { report, warnings: [...warnings, ...(gold?.warnings ?? [])] };
}

/** @param rated - for each judged query, its index in the `labels` of every policy */
async function compareAll(
  all: Iterable<PolicyValues>,
  count: number,
  judged: JudgedLists | null,
  rated: readonly number[],
  { relevanceLevel }: Measure,
  { progress, signal }: TitleVectorTools,
): Promise<(ComparedPolicy & { readonly values: EngineValues })[]> {
  const predeclared = new Set(predeclaredPolicies.map(policyName));
  const compared: Awaited<ReturnType<typeof compareAll>> = [];
  let last: { readonly labels: PolicyValues["labels"]; readonly precision: ScoredPrecision | null } | null = null;
  progress.start("Comparing", count, "policies");
  for (const { policy, values, labels } of all) {
    // Successive policies with equal labels share one object. Their precision is computed only once.
    if (last === null || last.labels !== labels) {
      const ofRated = rated.map((place) => at(labels, place));
      last = { labels, precision: judged && labelPrecision(judged.queries, ofRated, relevanceLevel) };
    }
    const isPredeclared = predeclared.has(policyName(policy));
    compared.push({ policy, isPredeclared, values, means: engineMeans(values), precision: last.precision });
    progress.update(compared.length);
    if (compared.length % POLICIES_PER_TURN !== 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal, "Comparing policies");
  }
  progress.finish();
  return compared;
}

/** Returns a function that gives a list's titles as read (preset `notebook`), or cleaned as `label` does by default. */
async function titlesToMatch(all: readonly ResultLists[], tools: TitleVectorTools): Promise<ListsToMatch["titlesOf"]> {
  const queries = Math.max(0, ...all.map(({ offsets }) => offsets.length - 1));
  const { titlesOf } = await embedTitles(all, queries, rulesWithout(matchPresets.default.without), { ...tools, clock });
  const changed = all.flatMap((lists) => {
    const { key, text } = titlesOf(lists);
    return lists.titles.filter((title, row) => key(row) === null || withoutFrame(text(row)) !== title);
  });
  const { vectorOf } = await titleVectors(changed, tools, (title) => title);
  return (lists, titles) => {
    const cleaned = titlesOf(lists);
    if (titles === "cleaned") return cleaned;
    const title = (row: number) => at(lists.titles, row);
    return {
      ...cleaned,
      text: title,
      key: (row) => title(row).toLowerCase(),
      vector: (row) => vectorOf(title(row)) ?? cleaned.vector(row),
    };
  };
}

function matchAll(
  engines: Pick<ListsToMatch, "engines" | "titlesOf">,
  references: ReadonlyMap<string | null, ReferenceLists>,
  policies: readonly Policy[],
): (policy: Policy) => PolicyMatches {
  const keyOf = ({ titles, threshold, referenceDepth, once, oneToOne, reference }: Policy) =>
    JSON.stringify([titles, threshold, referenceDepth, once, oneToOne, reference]);
  const distinct = new Map(policies.map((policy) => [keyOf(policy), policy]));
  const found = new Map<string, PolicyMatches>();
  for (const [name, { lists: reference }] of references) {
    const ofReference = [...distinct.values()].filter((policy) => policy.reference === name);
    const matched = policyMatches({ ...engines, reference, indexOf: exactIndex }, ofReference);
    for (const [place, policy] of ofReference.entries()) found.set(keyOf(policy), at(matched, place));
  }
  return (policy) => atKey(found, keyOf(policy));
}

/** Reads the references that `label --references apart` wrote into subfolders. */
async function referencesApart({ source, queries }: StoredLabels): Promise<[string, ReferenceLists][]> {
  const parent = join(labelFolderOf(source) ?? source, "references");
  if (!existsSync(parent)) return [];
  const numbers = new Map(queries.map(({ name }, query) => [name, query]));
  const found: [string, ReferenceLists][] = [];
  // File managers may add other files.
  const folders = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const folder of folders.map(({ name }) => name).sort()) {
    const { stored } = await readStoredLabels(join(parent, folder));
    const { reference } = stored;
    if (reference === null) continue;
    const { lists } = reference;
    const queryOfRow = lists.queryOfRow.map((query) => numbers.get(at(stored.queries, query).name) ?? 0);
    const raw = { ...lists, queryIds: null, queryTexts: null };
    found.push([lists.engine, { ...reference, lists: groupResults(raw, queryOfRow, queries.length) }]);
  }
  return found;
}

/** Returns the queries that labels and judgments can measure. Their `labels` are 0; each policy makes its own. */
function judgeRated(stored: StoredLabels, gold: GoldGrades, pointRanks: readonly Int32Array[]): JudgedLists {
  const judged = judgedLists(listsToJudge(stored, gold), {
    labelOf: () => 0,
    idealOf: (query) => (pointRanks[query]?.length ? Float64Array.of(1) : null),
  });
  if (judged.queries.length > 0) return judged;
  const { nothingRelevant, unlabelled } = judged.leftOut;
  throw new SemqrelError(
    "NO_COMMON_QUERY",
    `Joining ${stored.source} with ${gold.file.path}: no query can be measured with both (without a relevant ` +
      `document in the judgments: ${nothingRelevant}; without a reference: ${unlabelled}). Give judgments of queries for which the reference has results.`,
    { details: { file: gold.file.path, labels: stored.source } },
  );
}

function requireReference({ source, reference, engines }: StoredLabels): ReferenceLists {
  if (reference === null) {
    throw new SemqrelError(
      "INVALID_FORMAT",
      `Comparing policies of ${source}: it has no reference.csv, so nothing can be matched again. ` +
        "Give a folder that semqrel check or label --out wrote.",
      { details: { file: source } },
    );
  }
  if (engines.length < 2) {
    throw invalidOption(
      `Comparing policies of ${source}: ${engines.length === 1 ? "it has one engine" : "it has no engine"}, and an order ` +
        "needs two. Run semqrel label with several --candidates.",
      { file: source, engines: engines.map(({ lists }) => lists.engine) },
    );
  }
  return reference;
}
