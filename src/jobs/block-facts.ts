/** What is known of a block beside its rows? Values by query and counts, as JSON that keeps every number exactly. */
import type { IndexReport } from "../core/ports.ts";
import { type ModelIdentity, measureNames, type QueryMeasures, type TitleCounts } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import type { MeasuredEngine, MeasuredRun } from "../label/folder/measured-run.ts";
import type { DoubleChecks } from "../label/pipeline.ts";

/** A block by all references (`whole`), by one alone, or by all but one. */
export interface BlockPart {
  readonly kind: "whole" | "alone" | "without";
  /** The reference that stands alone or is left out. */
  readonly engine: string;
  readonly measured: MeasuredRun;
  /** `LabelResult.checks`: as many in every block. */
  readonly looked: readonly Warning[];
  readonly conflicts: { readonly count: number; readonly examples: readonly string[] };
  readonly mergedLabels: readonly number[];
  /** As in `RunRows`. */
  readonly kept: readonly string[];
  /** The number before the names of its sections of rows; null without rows. */
  readonly sections: number | null;
}

export interface BlockFacts {
  readonly parts: readonly BlockPart[];
  readonly doubleChecks: DoubleChecks;
  readonly model: ModelIdentity;
}

/** What differs between machines, and influences no result. Lists are by part. */
export interface BlockMachine {
  readonly titles: TitleCounts;
  readonly timings: readonly {
    readonly readSeconds: number;
    readonly embeddingSeconds: number;
    readonly matchingSeconds: number;
    readonly measuringSeconds: number;
    /** By query of the block. */
    readonly embeddingSecondsOfQuery: readonly number[];
    readonly lookupSecondsOfQuery: readonly number[];
  }[];
  readonly indexes: readonly IndexReport[];
  readonly warnings: readonly Warning[];
}

export function packFacts(facts: BlockFacts): string {
  // JSON writes NaN as null, which `unpackFacts` turns back.
  return JSON.stringify(facts, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value));
}

export function unpackFacts(text: string): BlockFacts {
  const { parts, doubleChecks, model } = JSON.parse(text) as BlockFacts;
  return {
    model,
    doubleChecks: {
      moved: doubleChecks.moved.map(reviveNumbers),
      inTurn: doubleChecks.inTurn.map(({ reference, values }) => {
        return { reference, values: values.map((own) => own && reviveNumbers(own)) };
      }),
    },
    parts: parts.map((part) => ({ ...part, measured: revive(part.measured) })),
  };
}

function revive(run: MeasuredRun): MeasuredRun {
  return {
    ...run,
    reference: { ...run.reference, listLengths: Int32Array.from(run.reference.listLengths) },
    engines: run.engines.map(
      (engine): MeasuredEngine => ({
        ...engine,
        measures: reviveMeasures(engine.measures),
        measuresOfNearest: engine.measuresOfNearest && reviveMeasures(engine.measuresOfNearest),
        changes: engine.changes && {
          ...engine.changes,
          overlap: reviveNumbers(engine.changes.overlap),
          rbo: reviveNumbers(engine.changes.rbo),
        },
        veto: engine.veto && { ...engine.veto, measuresWithout: reviveMeasures(engine.veto.measuresWithout) },
      }),
    ),
  };
}

function reviveNumbers(column: ArrayLike<number | null>): Float64Array {
  return Float64Array.from(column, (value) => value ?? Number.NaN);
}

function reviveMeasures({ values, reasons }: QueryMeasures): QueryMeasures {
  const revived = measureNames.map((name) => [name, reviveNumbers(values[name])] as const);
  return { values: Object.fromEntries(revived) as QueryMeasures["values"], reasons };
}
