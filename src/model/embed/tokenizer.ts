/**
 * Which token ids does the model see for a title?
 * The tokenizers of transformers.js, corrected where they differ from Hugging Face's own.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BertNormalizer } from "@xenova/transformers/src/tokenizers.js";
import { ownFile } from "../../core/files/folders.ts";
import { readWholeText } from "../../core/files/read-whole.ts";

export interface TokenisedTitle {
  /** With the special tokens around, at most `maxTokens`. */
  readonly ids: readonly number[];
  readonly isTruncated: boolean;
  /** A token that the vocabulary lacks is among them. */
  readonly hasUnknown: boolean;
  /** The vocabulary lacks all of its tokens. */
  readonly isUnreadable: boolean;
}

/** @param folder holds tokenizer.json and tokenizer_config.json */
export async function loadTokenizer(folder: string, maxTokens: number) {
  // As the build wrote it: its own imports are not installed with semqrel.
  const built = pathToFileURL(ownFile("dist/model/embed/bundled-tokenizers.js")).href;
  const { AutoTokenizer, PreTrainedTokenizer }: typeof import("./bundled-tokenizers.ts") = await import(built);
  const tokenizerJson: unknown = JSON.parse(readWholeText(join(folder, "tokenizer.json")));
  const configText = readWholeText(join(folder, "tokenizer_config.json"));
  return makeTokenizer({ AutoTokenizer, PreTrainedTokenizer }, tokenizerJson, JSON.parse(configText), maxTokens);
}

/** @param tokenizerJson what is in tokenizer.json @param config what is in tokenizer_config.json */
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
      // The library's own truncation would cut off the closing [SEP]; sentence-transformers keeps it.
      const ids = isTruncated ? [...all.slice(0, maxTokens - 1), ...all.slice(-1)] : all;
      return tokenisedTitle(ids, isTruncated, tokenizer.unk_token_id);
    },
  };
}

/** @param ids with the special tokens around @param unknown the token of what the vocabulary lacks */
export function tokenisedTitle(
  ids: readonly number[],
  isTruncated: boolean,
  unknown: number | undefined,
): TokenisedTitle {
  const words = ids.slice(1, -1);
  return {
    ids,
    isTruncated,
    hasUnknown: unknown !== undefined && words.includes(unknown),
    isUnreadable: words.length > 0 && words.every((id) => id === unknown),
  };
}

/**
 * Hugging Face's own tokenizers strip every non-spacing mark (ガ loses its dots, Hebrew its points, not only Latin its
 * accents) and set every Chinese character apart; transformers.js knows the marks of one block and 16 bits of a character.
 */
function correctNormalizer(normalizer: BertNormalizer | object | null): void {
  if (normalizer === null || !("stripAccents" in normalizer)) return;
  normalizer.stripAccents = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "");
  normalizer._tokenize_chinese_chars = (text) =>
    Array.from(text, (char) => (normalizer._is_chinese_char(char.codePointAt(0) ?? 0) ? ` ${char} ` : char)).join("");
}
