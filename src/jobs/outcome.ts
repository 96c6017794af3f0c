/**
 * How does a block's outcome become bytes, and how is it read back piece by piece?
 * The first line names sections and their lengths; then come the sections: JSON, lines, or records of bytes.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { at } from "../core/at.ts";
import { messageOf, SemqrelError } from "../core/errors.ts";

type Sections = readonly (readonly [name: string, content: string | Uint8Array])[];

export function packOutcome(sections: Sections): Uint8Array {
  const contents = sections.map(([, content]) => (typeof content === "string" ? Buffer.from(content) : content));
  const lengths = sections.map(([name], place) => [name, at(contents, place).length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify({ schema: SCHEMA, sections: lengths })}\n`), ...contents]);
}

const SCHEMA = "semqrel.outcome/1";
const PIECE = 1 << 16;

export type StoredOutcome = ReturnType<typeof openOutcome>;

/** Missing sections are empty. @throws SemqrelError INVALID_FORMAT  where the file is no outcome   details: { file } */
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
    const message = `Reading ${path}: it is no outcome of a block (${messageOf(cause)}). Run again without --resume.`;
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
