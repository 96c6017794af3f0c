/**
 * Which formats of judgments are known?
 */
import { SemqrelError } from "../errors.ts";
import type { Names, RawJudgments } from "../types.ts";
import { peekInput } from "./format-input.ts";
import { JudgmentColumns, type JudgmentFormat } from "./judgments/judgment-format.ts";
import { trecQrels } from "./judgments/trec-qrels.ts";
import type { InputFile } from "./read-results.ts";
import { trecRun } from "./runs/trec-run.ts";

/** In the order in which they are asked whether a text is theirs. */
export const judgmentFormats: readonly JudgmentFormat[] = [trecQrels];

export interface ReadJudgmentsOptions {
  /** A name of `judgmentFormats`; null recognises it from the content. */
  readonly format: string | null;
  readonly keepsIterations: boolean;
}

/**
 * @param path  a file, plain or gzip-compressed, or `-` for standard input
 * @param names shared with the runs that these judgments measure
 * @throws SemqrelError as `peekInput` and the format; INVALID_FORMAT where no format fits; EMPTY_FILE without a row
 */
export async function readJudgments(
  path: string,
  names: Names,
  options: ReadJudgmentsOptions,
): Promise<{ judgments: RawJudgments; file: InputFile }> {
  const { input, head, opened } = await peekInput(path);
  const { source } = input;
  const format = judgmentFormats.find(({ name, detect }) =>
    options.format === null ? detect(head) : name === options.format,
  );
  if (format === undefined) throw unknownFormat(source, head, options.format);
  const columns = new JudgmentColumns(names, options.keepsIterations);
  await format.read(input, columns);
  if (columns.length === 0) {
    throw new SemqrelError("EMPTY_FILE", `Reading ${source}: it holds no judgment. Give a file with judgments.`, {
      details: { file: source },
    });
  }
  return {
    judgments: columns.finish(source),
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
  const known = judgmentFormats.map(({ name }) => name).join(", ");
  const why =
    asked !== null
      ? `there is no format "${asked}" of judgments`
      : trecRun.detect(head)
        ? "it holds a run, not judgments: judgments come first, runs after them"
        : "it is no known format of judgments";
  return new SemqrelError("INVALID_FORMAT", `Reading ${source}: ${why}. Known formats: ${known}.`, {
    details: { file: source, format: asked },
  });
}
