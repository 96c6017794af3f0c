/**
 * What is the outcome of a block, how does it become bytes, and how is it read back piece by piece?
 * The first line names sections and their lengths; then come the sections: JSON, lines, or records of bytes. The section of
 * facts has values by query and counts, as JSON that keeps every number exactly.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { at } from "../core/at.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";
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

type Sections = readonly (readonly [name: string, content: string | Uint8Array])[];

export function packOutcome(sections: Sections): Uint8Array {
  const contents = sections.map(([, content]) => (typeof content === "string" ? Buffer.from(content) : content));
  const lengths = sections.map(([name], place) => [name, at(contents, place).length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify({ schema: SCHEMA, sections: lengths })}\n`), ...contents]);
}

const SCHEMA = "semqrel.outcome/1";
const PIECE = 1 << 16;

export type StoredOutcome = ReturnType<typeof openOutcome>;

/** Missing sections are empty. @throws SemqrelError INVALID_FORMAT  where the file is not an outcome   details: { file } */
export function openOutcome(path: string) {
  const places = placesOf(path);
  const placeOf = (section: string) => places.get(section) ?? { begin: 0, length: 0 };
  return {
    bytes: (section: string) => readAt(path, placeOf(section).begin, placeOf(section).length),
    /** Without their ends; read anew each time that they are asked for. */
    lines: (section: string) => linesAt(path, placeOf(section)),
  };
}

interface Place {
  readonly begin: number;
  readonly length: number;
}

function placesOf(path: string): Map<string, Place> {
  let head = "";
  for (let begin = 0; !head.includes("\n"); begin += PIECE) {
    const piece = readAt(path, begin, PIECE);
    head += piece.toString("latin1");
    if (piece.length < PIECE) break;
  }
  const end = head.indexOf("\n");
  try {
    const { schema, sections } = JSON.parse(Buffer.from(head.slice(0, end), "latin1").toString("utf8"));
    if (schema !== SCHEMA) throw new SyntaxError(`its schema is ${schema}`);
    let begin = end + 1;
    return new Map(
      (sections as [string, number][]).map(([name, length]) => {
        const place = { begin, length };
        begin += length;
        return [name, place];
      }),
    );
  } catch (cause) {
    const message = `Reading ${path}: it is not an outcome of a block (${messageOf(cause)}). Run again without --resume.`;
    throw new SemqrelError("INVALID_FORMAT", message, { details: { file: path }, cause });
  }
}

function* linesAt(path: string, { begin, length }: Place): Iterable<string> {
  let rest: Buffer = Buffer.alloc(0);
  for (let done = 0; done < length; ) {
    const piece = readAt(path, begin + done, Math.min(PIECE, length - done));
    if (piece.length === 0) return;
    done += piece.length;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      yield bytes.toString("utf8", from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

/** Opened for each piece: many outcomes are read in turn, and a process may hold few files open. */
function readAt(path: string, begin: number, length: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const got = readSync(descriptor, bytes, read, length - read, begin + read);
      if (got === 0) break;
      read += got;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}
