/**
 * The tokenizers of transformers.js. The build bundles them, because the package brings a second runtime and sharp,
 * whose installation downloads files. The build replaces all runtimes by onnxruntime-common, which has only types.
 */
export { AutoTokenizer, PreTrainedTokenizer } from "@xenova/transformers/src/tokenizers.js";
