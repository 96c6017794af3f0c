/**
 * Which tokenizers of transformers.js come with semqrel?
 * The build writes this file with all that it imports into one file of dist/, so that an installation of
 * semqrel does not need the package: it brings sharp along, whose installation downloads from another host, and a second runtime. Both are
 * needed for other things than tokens; the build puts onnxruntime-common, which has the types alone, in the runtimes' place.
 */
export { AutoTokenizer, PreTrainedTokenizer } from "@xenova/transformers/src/tokenizers.js";
