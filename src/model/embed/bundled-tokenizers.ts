/**
 * Which tokenizers of transformers.js come with semqrel?
 * The build bundles this file with all its imports, so that an installation does not need the package, which brings a
 * second runtime and sharp, whose installation downloads from another host. Tokens need neither: the build puts
 * onnxruntime-common, which has only types, in the runtimes' place.
 */
export { AutoTokenizer, PreTrainedTokenizer } from "@xenova/transformers/src/tokenizers.js";
