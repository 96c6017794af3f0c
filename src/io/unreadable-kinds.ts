/** Which files of other programs are known, so that a message can say what to do with them? */
import { chosenEncoding, startsAsUtf16, wideEncodingOf } from "./encoding.ts";
import { inputError } from "./input-error.ts";

export const BYTES_OF_KIND = 512;

const unpack = (program: string) => `Unpack it first (${program}), or compress it with gzip.`;
const saveAsCsv = "Save the sheet as CSV UTF-8, and give that.";
const exportAsCsv = "Export the results as CSV, with a column of queries and a column of titles.";

/** By the beginning of the bytes, in latin1. The first that fits counts. */
const binaryKinds: readonly (readonly [begin: RegExp, is: string, remedy: string])[] = [
  [/^\x28\xb5\x2f\xfd/, "it is compressed with zstd", unpack("zstd -d")],
  [/^\xfd7zXZ/, "it is compressed with xz", unpack("xz -d")],
  [/^BZh[1-9]/, "it is compressed with bzip2", unpack("bzip2 -d")],
  [/^\x04\x22\x4d\x18/, "it is compressed with lz4", unpack("lz4 -d")],
  [/^7z\xbc\xaf/, "it is a 7z archive", unpack("7z x")],
  [
    /^PK\x03\x04[\s\S]*(?:\[Content_Types\]|_rels\/|xl\/|docProps)/,
    "it is an Excel workbook or another Office file",
    saveAsCsv,
  ],
  [/^PK\x03\x04[\s\S]*mimetypeapplication\/vnd\.oasis/, "it is an OpenDocument file", saveAsCsv],
  [/^PK\x03\x04/, "it is a ZIP archive", unpack("unzip")],
  [/^\xd0\xcf\x11\xe0/, "it is an old Excel workbook or another Office file", saveAsCsv],
  [/^%PDF/, "it is a PDF file", "Give the table as CSV."],
  [/^\{\\rtf/, "it is an RTF document", "Save it as plain text (UTF-8), and give that."],
];

const textKinds: readonly (readonly [begin: RegExp, is: string, remedy: string])[] = [
  [
    /^(?:<!doctype html|<html)\b/i,
    "it is an HTML page, such as a page of login or of an error",
    "Give the file that was to be downloaded.",
  ],
  [/^<\?xml\b/i, "it is an XML document", "Give the results as CSV or JSON."],
  [/^@[a-z]+\s*\{/i, "it is a BibTeX file of references", exportAsCsv],
  [/^(?:FN |PT [A-Z]\b)/, "it is a file of references of Web of Science", exportAsCsv],
];

export function requireReadable(bytes: Uint8Array, source: string): void {
  const wide = chosenEncoding() === null && !startsAsUtf16(bytes) ? wideEncodingOf(bytes) : null;
  if (wide !== null) {
    const what = `it looks like UTF-16 without a byte order mark. Give --encoding ${wide}, or save it as UTF-8.`;
    throw inputError("INVALID_ENCODING", source, what);
  }
  refuse(binaryKinds, String.fromCharCode(...bytes.subarray(0, BYTES_OF_KIND)), source);
}

export function requireReadableText(head: string, source: string): void {
  refuse(textKinds, head.trimStart().slice(0, BYTES_OF_KIND), source);
}

function refuse(kinds: typeof binaryKinds, begin: string, source: string): void {
  const [, is, remedy] = kinds.find(([pattern]) => pattern.test(begin)) ?? [];
  if (is !== undefined) throw inputError("INVALID_FORMAT", source, `${is}. ${remedy}`);
}
