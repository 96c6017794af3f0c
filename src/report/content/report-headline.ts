/** What should a reader know first: who is better, how sure that is, and how far the labels can be trusted? */
import { at } from "../../core/at.ts";
import { type ReportText, textBlock } from "../../core/document/blocks.ts";
import { sayInterval, sayMeasure, sayNames, sayProbability } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
import { biasMeasures } from "../../label/folder/reference-bias.ts";
import type { EngineComparison, EnginePair } from "./compare-engines.ts";
import type { ReportInputs } from "./report-inputs.ts";
import { enginesByMean, isCalibrated, measuresOf } from "./report-measures.ts";

export function reportHeadline(inputs: ReportInputs, comparison: EngineComparison | null): ReportText[] {
  return [
    ...(isCalibrated(inputs)
      ? sayEstimates(inputs)
      : [...sayComparison(inputs, comparison), ...sayOrderOfIdeals(inputs, comparison)]),
    ...sayOtherReferences(inputs, comparison),
    ...sayOwnReference(inputs),
    ...sayTrust(inputs),
  ];
}

function sayComparison(inputs: ReportInputs, comparison: EngineComparison | null): ReportText[] {
  if (comparison === null) {
    return [textBlock("No query could be measured: nothing can be said of the engines here.", "verdict")];
  }
  const { order, measure } = comparison;
  const all = inputs.stored.queries.length;
  const means = order.slice(0, 5).map(({ engine, mean, interval }) => `${engine} ${sayInterval(mean, interval)}`);
  const more = order.length > 5 ? `, and ${order.length - 5} more below` : "";
  const counts = order.map(({ queries }) => queries);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const measured = fewest === most ? String(most) : `${fewest} to ${most}`;
  return [
    textBlock(
      order.length === 1
        ? `${inputs.measures.length > 1 ? "Only one engine is measured" : "There is one engine"}, ${order[0]?.engine}: nothing to compare it with.`
        : sayVerdict(comparison),
      "verdict",
    ),
    textBlock(
      `Mean ${measure} with 95 % intervals, over ${measured} of ${counted(all, "query", "queries")}: ${means.join(", ")}${more}.`,
    ),
  ];
}

function sayVerdict({ order, measure, pairs, allPairs }: EngineComparison): string {
  const best = at(order, 0).engine;
  const ofBest = pairs.filter(({ better, worse }) => better === best || worse === best);
  const [first] = ofBest;
  if (first === undefined) {
    return pairs.length === 0
      ? "No query is measured for two engines: they cannot be compared."
      : `${best} has the highest mean ${measure}, but no query is measured for it and another engine: it cannot be compared.`;
  }
  if (ofBest.every(({ verdict }) => verdict === "too few queries")) {
    return `Too few queries to say which engine is better: ${Math.max(...ofBest.map(({ queries }) => queries))}, where ten are the least. ${sayLead(first, measure)}.`;
  }
  if (order.length === 2) return sayPair(first, measure);
  const beaten = ofBest.filter(({ better, verdict }) => better === best && verdict === "better");
  const rest = ofBest.filter((pair) => !beaten.includes(pair));
  const rivals = rest.map(({ better, worse }) => (better === best ? worse : better));
  const rule = `Paired randomisation tests, corrected by Holm over ${counted(allPairs, "pair")}`;
  if (beaten.length === 0) {
    return `Undecided: ${best} has the highest mean ${measure}, but these labels do not show it to be better than ${rivals.length === 1 ? "" : "any of "}${sayNames(rivals)}. ${rule}.`;
  }
  const nearest = beaten.reduce((one, other) => (other.difference < one.difference ? other : one));
  const closest = `the smallest of these differences in ${measure} is ${sayInterval(nearest.difference, nearest.interval)}, to ${nearest.worse} (${sayProbability(nearest.p)})`;
  if (rivals.length === 0) return `These labels prefer ${best} to every other engine: ${closest}. ${rule}.`;
  return `These labels put ${best} first, and prefer it to ${beaten.length} of ${order.length - 1} others: ${closest}. Whether it is better than ${sayNames(rivals)} is undecided. ${rule}.`;
}

function sayPair(pair: EnginePair, measure: string): string {
  const { better, worse, queries, p, verdict, smallestDetectable } = pair;
  const test = `paired randomisation test on ${counted(queries, "query", "queries")}: ${sayProbability(p)}`;
  if (verdict === "better") return `These labels prefer ${better} to ${worse}: ${sayLead(pair, measure)}; ${test}.`;
  const least = smallestDetectable
    ? ` So many queries would show a difference of ${sayMeasure(smallestDetectable)} or more in four of five tries.`
    : "";
  return `Undecided: these labels do not show which of ${better} and ${worse} is better. ${sayLead(pair, measure)}; ${test}.${least}`;
}

function sayLead({ better, worse, difference, interval }: EnginePair, measure: string): string {
  if (difference === 0) return `${better} and ${worse} have the same mean ${measure}`;
  const bounds = interval === null ? "" : ` (95 % interval ${sayMeasure(interval[0])} to ${sayMeasure(interval[1])})`;
  return `${better} is ahead of ${worse} by ${sayMeasure(difference)} in mean ${measure}${bounds}`;
}

/** Only where the two ideals name another engine first. */
function sayOrderOfIdeals(inputs: ReportInputs, comparison: EngineComparison | null): ReportText[] {
  if (comparison === null || comparison.order.length < 2) return [];
  const { measure, order } = comparison;
  const other = measure.replace("ndcg_reference", "ndcg_returned");
  if (other === measure || !measuresOf(inputs).includes(other)) return [];
  const [first] = enginesByMean(inputs.measures, other);
  if (first === undefined || first.mean === null || first.engine === order[0]?.engine) return [];
  return [
    textBlock(
      `By ${other}, which asks only how well a list is sorted, ${first.engine} has the highest mean: the two ideals answer different questions (see below).`,
      "caution",
    ),
  ];
}

/** Only where one of several references alone puts another engine first. */
function sayOtherReferences({ summary }: ReportInputs, comparison: EngineComparison | null): ReportText[] {
  const measure = biasMeasures.find((known) => known === comparison?.measure);
  if (summary?.references === undefined || measure === undefined || summary.order.length < 2) return [];
  const { alone } = summary.references.measures[measure];
  const others = summary.references.engines.filter((reference) => alone[reference]?.winner_changes === true);
  if (others.length === 0) return [];
  return [
    textBlock(
      `The first place depends on the reference: labels by ${sayNames(others)} alone put another engine first (see below).`,
      "caution",
    ),
  ];
}

/** A reference returns its own titles, so that it comes out near 1 whatever it is worth. */
function sayOwnReference({ stored: { engines, reference } }: ReportInputs): ReportText[] {
  if (reference === null) return [];
  const references = new Set([reference.lists.engine, ...(reference.lists.origins ?? []).map(({ engine }) => engine)]);
  const both = engines.map(({ lists }) => lists.engine).filter((engine) => references.has(engine));
  if (both.length === 0) return [];
  return [
    textBlock(
      `${sayNames(both)}: also a reference by name. An engine agrees with itself, so its labels say nothing of how good it is.`,
      "caution",
    ),
  ];
}

/** Never a mean of calibrated labels: they order engines and are no level. */
function sayEstimates({ documents: { estimate } }: ReportInputs): ReportText[] {
  if (estimate === null) {
    return [
      textBlock(
        "These labels are calibrated on ratings and order engines; they are no level, so no mean of them is shown as one. semqrel estimate says what the engines reach.",
        "caution",
      ),
    ];
  }
  const { order, engines, measure, ratedQueries, queries, target } = estimate;
  const shown = order.slice(0, 5).map((name) => {
    const one = engines[name];
    return `${name} ${sayInterval(one?.estimate ?? null, one?.interval ?? null)}`;
  });
  const more = order.length > 5 ? `, and ${order.length - 5} more below` : "";
  const all = `${target === "these" ? "all" : "future queries like these"} ${counted(queries, "query", "queries")}`;
  return [
    textBlock(estimate.verdict, "verdict"),
    textBlock(
      `Estimated mean ${measure} over ${all}, from ratings of ${ratedQueries} of them and calibrated labels, with 95 % intervals: ${shown.join(", ")}${more}.`,
    ),
  ];
}

function sayTrust(inputs: ReportInputs): ReportText[] {
  const { validation, estimate } = inputs.documents;
  const estimated =
    estimate === null || isCalibrated(inputs)
      ? []
      : [textBlock(`By people's ratings of ${estimate.ratedQueries} queries: ${estimate.verdict}`, "verdict")];
  if (validation !== null) {
    return [
      ...estimated,
      textBlock(`How far the labels can be trusted: ${validation.verdict}`, "verdict"),
      ...(validation.limits.length === 0 ? [] : [textBlock(`Limits: ${validation.limits.join("; ")}.`, "caution")]),
    ];
  }
  if (estimate !== null) return estimated;
  return [
    textBlock(
      "No judgments of people stand beside these labels, so this report cannot say how far they can be trusted: they come from a reference engine's ranks. " +
        "semqrel pool and semqrel rate get some results rated; semqrel validate then says what the labels are worth.",
      "caution",
    ),
  ];
}
