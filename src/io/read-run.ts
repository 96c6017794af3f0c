/**
 * Which formats of runs are known?
 */
import { SemqrelError } from "../errors.ts";
import type { Names, RawRun } from "../types.ts";
import { peekInput } from "./format-input.ts";
import { trecQrels } from "./judgments/trec-qrels.ts";
import { engineOfPath, type InputFile } from "./read-results.ts";
import { RunColumns, type RunFormat } from "./runs/run-format.ts";
import { trecRun } from "./runs/trec-run.ts";

/** In the order in which they are asked whether a text is theirs. */
export const runFormats: readonly RunFormat[] = [trecRun];

export interface RunFile {
  readonly path: string;
  /** Name of the run; null takes the file's. */
  readonly name: string | null;
}

/**
 * @param names  shared with the judgments
 * @param asked a name of `runFormats`; null recognises it from the content
 * @throws SemqrelError as `peekInput` and the format; INVALID_FORMAT where no format fits; EMPTY_FILE without a row
 */
export async function readRun(
  { path, name }: RunFile,
  names: Names,
  asked: string | null,
): Promise<{ run: RawRun; file: InputFile }> {
  const { input, head, opened } = await peekInput(path);
  const { source } = input;
  const format = runFormats.find((known) => (asked === null ? known.detect(head) : known.name === asked));
  if (format === undefined) throw unknownFormat(source, head, asked);
  const columns = new RunColumns(names);
  await format.read(input, columns);
  if (columns.length === 0) {
    throw new SemqrelError("EMPTY_FILE", `Reading ${source}: it holds no result. Give a run with results.`, {
      details: { file: source },
    });
  }
  return {
    run: columns.finish(name ?? engineOfPath(path), source),
    file: {
      path: source,
      format: format.name,
      rows: columns.length,
      sizeBytes: opened.sizeBytes(),
      sha256: opened.sha256(),
    },
  };
}

function unknownFormat(source: string, head: string, asked: string | null): SemqrelError {
  const known = runFormats.map(({ name }) => name).join(", ");
  const why =
    asked !== null
      ? `there is no format "${asked}" of runs`
      : trecQrels.detect(head)
        ? "it holds judgments, not a run: judgments come first, runs after them"
        : "it is no known format of runs";
  return new SemqrelError("INVALID_FORMAT", `Reading ${source}: ${why}. Known formats: ${known}.`, {
    details: { file: source, format: asked },
  });
}
