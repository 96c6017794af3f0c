/** Which JSON do the bytes of an answer hold? Servers say "200" and "utf-8" of anything: only bytes are believed. */
import { gunzipSync } from "node:zlib";
import { attempt } from "../../core/attempt.ts";
import { messageOf } from "../../core/errors.ts";
import { parseJsonText } from "../../core/text/json-value.ts";
import { isNestedTooDeeply } from "../tables/formats/response-fields.ts";

type ReadAnswer =
  | { readonly kind: "json"; readonly value: unknown; readonly text: string }
  | { readonly kind: "wrong"; readonly reason: string };

/** Undoes gzip, announced or not. Whole numbers of 16 digits and more become texts, and so keep their last digits. */
export function readAnswer(bytes: Uint8Array, contentType: string, maxBytes: number): ReadAnswer {
  if (bytes.length === 0) return wrong("the answer is empty");
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: maxBytes });
    } catch (cause) {
      return wrong(`its gzip data is damaged, cut short or too large (${messageOf(cause)})`);
    }
  }
  const text = decode(plain, contentType);
  if (text === null) {
    return wrong(`the bytes are not UTF-8${contentType === "" ? "" : ` and not what it says (${contentType})`}`);
  }
  try {
    const value = parseJsonText(text);
    return isNestedTooDeeply(value) ? wrong("the answer is nested too deeply") : { kind: "json", value, text };
  } catch (cause) {
    const begin = text.trim().slice(0, 60);
    if (begin === "") return wrong("the answer is blank");
    if (begin.startsWith("<")) {
      return wrong(`the answer is HTML or XML, no JSON (${begin}…): a login page, a proxy or another format?`);
    }
    const why = messageOf(cause);
    const isCut = /^[[{]/.test(begin) && /end of JSON|Unterminated|after .* in JSON at position/i.test(why);
    return wrong(`the answer is not JSON${isCut ? ", or cut short" : ""} (${why})`);
  }
}

function wrong(reason: string): ReadAnswer {
  return { kind: "wrong", reason };
}

function decode(bytes: Uint8Array, contentType: string): string | null {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
  // UTF-16 is seldom announced; its first bytes tell the byte order.
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const charsets = isWide ? [bytes[0] === 0xff ? "utf-16le" : "utf-16be"] : ["utf-8", ...(named ? [named] : [])];
  for (const charset of charsets) {
    // An unknown charset counts as a wrong one.
    const text = attempt(() => new TextDecoder(charset, { fatal: true }).decode(bytes));
    if (text !== null) return text;
  }
  return null;
}
