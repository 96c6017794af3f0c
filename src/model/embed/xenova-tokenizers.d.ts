/** The part of transformers.js that is used, from below its main entry: that one would load sharp and a second runtime. */
declare module "@xenova/transformers/src/tokenizers.js" {
  /** Of BERT models; other models have others. */
  export interface BertNormalizer {
    stripAccents(text: string): string;
    _tokenize_chinese_chars(text: string): string;
    _is_chinese_char(codePoint: number): boolean;
  }
  export class PreTrainedTokenizer {
    constructor(tokenizerJson: unknown, tokenizerConfig: unknown);
    readonly normalizer: BertNormalizer | object | null;
    readonly unk_token_id: number | undefined;
    /** Ids with the special tokens around them, not cut. */
    encode(text: string): number[];
  }
  export const AutoTokenizer: {
    readonly TOKENIZER_CLASS_MAPPING: Readonly<Record<string, typeof PreTrainedTokenizer>>;
  };
}
