/** The part of transformers.js that is used, from below its main entry: that one would load sharp and a second runtime. */
declare module "@xenova/transformers/src/tokenizers.js" {
  export class PreTrainedTokenizer {
    constructor(tokenizerJson: unknown, tokenizerConfig: unknown);
    readonly unk_token_id: number | undefined;
    /** Ids with the special tokens around them, not cut. */
    encode(text: string): number[];
  }
  export const AutoTokenizer: {
    readonly TOKENIZER_CLASS_MAPPING: Readonly<Record<string, typeof PreTrainedTokenizer>>;
  };
}
