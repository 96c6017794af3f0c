/** Reads texts and documents that semqrel wrote. */

import { messageOf, SemqrelError } from "../core/errors.ts";
import { nearFile } from "../core/files/folders.ts";
import { readWhole } from "../core/files/read-whole.ts";
import { checked, type GenericSchema, type InferOutput } from "../core/schema.ts";
import { inputError, requireBrackets } from "./input-error.ts";

export function readOwnText(file: string, remedy: string): string {
  return readOwnBytes(file, remedy)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}

export function readOwnBytes(file: string, remedy: string, most?: number): Buffer {
  try {
    return readWhole(file, most);
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing ? "there is no such file" : `it cannot be read (${messageOf(cause)})`;
    const what = `${why}. ${remedy}${isMissing ? nearFile(file) : ""}`;
    throw inputError(isMissing ? "FILE_NOT_FOUND" : "FILE_UNREADABLE", file, what, { cause });
  }
}

const otherNames: Readonly<Record<string, string>> = {
  policies: "validate --policies",
  agree: "gold --agreement",
  suggest: "pool --next",
  fidelity: "compare --fidelity",
};

/** Returns the command, without `semqrel`, that prints documents of this kind. */
export function commandOf(kind: string): string {
  return otherNames[kind] ?? kind;
}

/** A JSON document. The schema `semqrel.validate/1` means kind `validate` and version `1`. */
export interface OwnDocument {
  readonly file: string;
  readonly kind: string;
  readonly version: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/** Returns null for a file that is not a document of semqrel. */
export function readOwnDocument(file: string): OwnDocument | null {
  const text = readOwnText(file, "Check the path.");
  requireBrackets(text, file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    // Every document of semqrel starts with its schema.
    if (!/^\s*\{\s*"schema":\s*"semqrel\./.test(text)) return null;
    const what = `it is cut short, or not JSON (${messageOf(cause)}). Create it again.`;
    throw inputError("INVALID_FORMAT", file, what, { cause });
  }
  if (typeof content !== "object" || content === null || !("schema" in content)) return null;
  const [, kind, version] = /^semqrel\.([a-z-]+)\/(.+)$/.exec(String(content.schema)) ?? [];
  if (kind === undefined || version === undefined) return null;
  return { file, kind, version, content: content as OwnDocument["content"] };
}

/** Checks a document and returns only the fields of `shape`. @param version - the supported version */
export function requireContent<Shape extends GenericSchema>(
  { file, kind, version: found, content }: OwnDocument,
  version: string,
  shape: Shape,
): InferOutput<Shape> {
  const schema = `semqrel.${kind}/${found}`;
  if (found !== version) {
    const what =
      `it has the schema ${schema}, but this version of semqrel reads semqrel.${kind}/${version}. ` +
      "Create it again with this version, or use the version that wrote it.";
    throw inputError("INVALID_FORMAT", file, what, { schema });
  }
  return checked(shape, content, (misfit, path) => {
    const what = `it has the schema ${schema}, but ${misfit}. Create it again.`;
    return inputError("INVALID_FORMAT", file, what, { field: path });
  });
}
