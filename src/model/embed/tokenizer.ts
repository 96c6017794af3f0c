/** Wraps the tokenizers of transformers.js, and corrects their differences from Hugging Face's tokenizers. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BertNormalizer } from "@xenova/transformers/src/tokenizers.js";
import { ownFile } from "../../core/files/folders.ts";
import { readWholeText } from "../../core/files/read-whole.ts";

export type TokenisedTitle = ReturnType<typeof tokenisedTitle>;

export async function loadTokenizer(folder: string, maxTokens: number) {
  // Imports the bundle that the build makes, because semqrel does not install transformers.js.
  const built = pathToFileURL(ownFile("dist/model/embed/bundled-tokenizers.js")).href;
  const { AutoTokenizer, PreTrainedTokenizer }: typeof import("./bundled-tokenizers.ts") = await import(built);
  const tokenizerJson: unknown = JSON.parse(readWholeText(join(folder, "tokenizer.json")));
  const configText = readWholeText(join(folder, "tokenizer_config.json"));
  return makeTokenizer({ AutoTokenizer, PreTrainedTokenizer }, tokenizerJson, JSON.parse(configText), maxTokens);
}

export function makeTokenizer(
  { AutoTokenizer, PreTrainedTokenizer }: typeof import("./bundled-tokenizers.ts"),
  tokenizerJson: unknown,
  config: { readonly tokenizer_class?: string },
  maxTokens: number,
) {
  const className = (config.tokenizer_class ?? "").replace(/Fast$/, "");
  const TokenizerClass = AutoTokenizer.TOKENIZER_CLASS_MAPPING[className] ?? PreTrainedTokenizer;
  const tokenizer = new TokenizerClass(tokenizerJson, config);
  correctNormalizer(tokenizer.normalizer);
  return {
    tokenise(title: string) {
      const all = tokenizer.encode(title);
      const isTruncated = all.length > maxTokens;
      // The library would cut off the closing [SEP], which sentence-transformers keeps.
      const ids = isTruncated ? [...all.slice(0, maxTokens - 1), ...all.slice(-1)] : all;
      return tokenisedTitle(ids, isTruncated, tokenizer.unk_token_id);
    },
  };
}

/** @param ids - at most `maxTokens`, with the special tokens at both ends @param unknown - id of the unknown token */
export function tokenisedTitle(ids: readonly number[], isTruncated: boolean, unknown: number | undefined) {
  const words = ids.slice(1, -1);
  return {
    ids,
    isTruncated,
    hasUnknown: unknown !== undefined && words.includes(unknown),
    /** Whether the title has tokens, but none of them is in the vocabulary. */
    isUnreadable: words.length > 0 && words.every((id) => id === unknown),
  };
}

/**
 * Hugging Face's normalizer removes all non-spacing marks (the dots of ガ, Hebrew points) and separates all Chinese
 * characters. But transformers.js removes marks of only one Unicode block, and separates only characters of 16 bits.
 */
function correctNormalizer(normalizer: BertNormalizer | object | null): void {
  if (normalizer === null || !("stripAccents" in normalizer)) return;
  normalizer.stripAccents = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "");
  normalizer._tokenize_chinese_chars = (text) =>
    Array.from(text, (char) => (normalizer._is_chinese_char(char.codePointAt(0) ?? 0) ? ` ${char} ` : char)).join("");
}
