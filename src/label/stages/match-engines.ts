/** Matches all rows, query by query. Only one query's index is open at a time, so that memory does not grow. */
import { at } from "../../core/at.ts";
import { throwIfAborted } from "../../core/errors.ts";
import type { IndexReport } from "../../core/ports.ts";
import type { Query, ReferencePoints } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/numbers.ts";
import { NOT_IN_MANIFEST } from "../../model/index/index-manifest.ts";
import type { LabelOptions, LabelTools } from "../label-options.ts";
import { type MatchContext, type MatchSide, matchQuery, matchQueryOneToOne, unmatched } from "../match/match-query.ts";
import { gatherVectors, rememberingNearestPoint } from "../match/reference-points.ts";
import { type SharedColumns, vetoOf } from "../match/shared-columns.ts";

interface EnginesToMatch {
  readonly queries: readonly Query[];
  readonly reference: MatchSide;
  readonly candidates: readonly MatchSide[];
  readonly vetoes: SharedColumns;
  readonly points: ReferencePoints;
  readonly options: Pick<LabelOptions, "threshold" | "oneToOne" | "rules">;
  readonly tools: Pick<LabelTools, "indexes" | "clock" | "progress" | "signal">;
}

export type EngineMatches = Awaited<ReturnType<typeof matchEngines>>["engines"][number];
/** A veto, and the matches that would be made `without` it. */
export type VetoedMatches = NonNullable<EngineMatches["veto"]>;

export async function matchEngines(all: EnginesToMatch) {
  const { queries, reference, candidates, vetoes, points, options, tools } = all;
  const { clock, progress, signal } = tools;
  const contexts = candidates.map((candidate, place) => {
    const columns = at(vetoes.ofCandidate, place);
    const refuses = vetoOf(columns, points);
    const none = () => unmatched(candidate.lists.titles.length);
    return {
      context: {
        candidate,
        reference,
        points,
        rules: options.rules,
        threshold: options.threshold,
        veto: refuses,
      } satisfies MatchContext,
      nearest: none(),
      oneToOne: options.oneToOne ? none() : null,
      veto:
        refuses === null ? null : { columns: [...new Set(columns.map(({ name }) => name))], refuses, without: none() },
    };
  });
  const secondsOfQuery = new Float64Array(queries.length);
  const indexes = tools.indexes(reference.lists.engine);
  const begin = clock.seconds();
  progress.start("Matching", queries.length, "queries");
  let report: IndexReport;
  try {
    for (const [query, { name }] of queries.entries()) {
      throwIfAborted(signal, "Matching");
      const rows = points.rows.subarray(points.offsets[query], points.offsets[query + 1]);
      const asking = contexts.filter(({ context }) => rowsOfQuery(context.candidate.lists, query).length > 0);
      if (rows.length > 0 && asking.length > 0) {
        const started = clock.seconds();
        const titles = Array.from(rows, reference.titles.text);
        const index = await indexes.open(name, titles, gatherVectors(rows, reference.titles.vector));
        const comparing = { cosine, nearestPoint: rememberingNearestPoint() };
        for (const { context: ofEngine, nearest, oneToOne, veto } of asking) {
          const context = { ...ofEngine, comparing };
          matchQuery(context, query, index, nearest);
          if (oneToOne !== null) matchQueryOneToOne(context, query, index, oneToOne);
          const matchAgain = oneToOne === null ? matchQuery : matchQueryOneToOne;
          if (veto !== null) matchAgain({ ...context, veto: null }, query, index, veto.without);
        }
        secondsOfQuery[query] = clock.seconds() - started;
      }
      progress.update(query + 1);
    }
  } finally {
    // Closes even after an interruption, so that the next run can use the finished indexes.
    report = await indexes.close();
  }
  progress.finish();
  return {
    engines: contexts.map(({ context, ...matches }) => ({ lists: context.candidate.lists, ...matches })),
    indexes: report,
    seconds: clock.seconds() - begin,
    secondsOfQuery,
  };
}

/** Does not warn about indexes that another run is still writing, or that a killed run left unfinished. */
export function indexWarnings({ rebuilt, unfinished, failure }: IndexReport): Warning[] {
  const counts = Object.entries(rebuilt).map(([reason, count]) => ({
    reason,
    count: reason === NOT_IN_MANIFEST ? count - unfinished : count,
  }));
  return [
    ...counts.filter(({ count }) => count > 0).map((one): Warning => ({ kind: "indexes-rebuilt", ...one })),
    ...(failure === null ? [] : [{ kind: "indexes-not-kept", reason: failure } as const]),
  ];
}
