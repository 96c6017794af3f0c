/**
 * What is wrong with a line of a TREC file?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { ScannedLine } from "../tables/scan-fields.ts";

/** A field may begin with what elsewhere is a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** A longer line is cut in messages. */
const SHOWN_BYTES = 200;

/** One field as text. @param field below `scanned.count` */
export function textOf({ bytes, begins, ends }: ScannedLine, field: number): string {
  return decoder.decode(bytes.subarray(begins[field], ends[field]));
}

/** An error that names file and line and shows the line. */
export function lineError(source: string, scanned: ScannedLine, what: string): SemqrelError {
  const { bytes, begins, line } = scanned;
  const begin = begins[0] ?? 0;
  const feed = bytes.indexOf(0x0a, begin);
  const end = Math.min(feed < 0 ? bytes.length : feed, begin + SHOWN_BYTES);
  const text = decoder.decode(bytes.subarray(begin, end)).trimEnd();
  return new SemqrelError("INVALID_ROW", `Reading ${source}:${line}: ${what} The line: "${text}".`, {
    details: { file: source, line },
  });
}
