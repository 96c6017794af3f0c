/** Types of the part of transformers.js that semqrel uses. The package's main entry would load sharp and a runtime. */
declare module "@xenova/transformers/src/tokenizers.js" {
  /** Only BERT models have this normalizer. */
  export interface BertNormalizer {
    stripAccents(text: string): string;
    _tokenize_chinese_chars(text: string): string;
    _is_chinese_char(codePoint: number): boolean;
  }
  export class PreTrainedTokenizer {
    constructor(tokenizerJson: unknown, tokenizerConfig: unknown);
    readonly normalizer: BertNormalizer | object | null;
    readonly unk_token_id: number | undefined;
    /** Returns all token ids, with the special tokens at both ends. Does not truncate. */
    encode(text: string): number[];
  }
  export const AutoTokenizer: {
    readonly TOKENIZER_CLASS_MAPPING: Readonly<Record<string, typeof PreTrainedTokenizer>>;
  };
}
