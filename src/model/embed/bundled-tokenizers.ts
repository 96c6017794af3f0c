/**
 * The tokenizers of transformers.js. The build bundles them, so that users need not install transformers.js. That
 * package brings a second runtime and the package `sharp`, whose installation downloads files. The build also replaces
 * all runtimes with onnxruntime-common, which has only types.
 */
export { AutoTokenizer, PreTrainedTokenizer } from "@xenova/transformers/src/tokenizers.js";
