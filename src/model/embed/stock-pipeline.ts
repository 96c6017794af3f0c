/** Runs models with transformers.js. It is an optional dependency, because it brings a second runtime and `sharp`. */
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import type { ModelLibrary } from "./sentence-embedder.ts";
import { tokenisedTitle } from "./tokenizer.ts";

/** The first of these packages that is installed is used. */
const stockPackages: readonly string[] = ["@huggingface/transformers", "@xenova/transformers"];

/** These types also fit the part of @huggingface/transformers that is used here. */
type TransformersJs = typeof import("@xenova/transformers");

/** Does not load the package, because loading takes a second and needs a native module. */
export function installedStockPackage(packages = stockPackages): string | null {
  const { resolve } = createRequire(import.meta.url);
  return packages.find((name) => attempt(() => resolve(name)) !== null) ?? null;
}

export async function loadStockLibrary(packages = stockPackages): Promise<ModelLibrary> {
  const installed = installedStockPackage(packages);
  if (installed === null) throw unusable("no package of transformers.js is installed", packages);
  let library: TransformersJs;
  try {
    library = await import(installed);
  } catch (cause) {
    const [why] = messageOf(cause).split("\n");
    throw unusable(`${installed} is installed but cannot be loaded (${why})`, packages, cause);
  }
  const { env, pipeline } = library;
  return {
    name: `${installed} ${env.version}`,
    async open({ folder, identity, pooling }) {
      env.localModelPath = dirname(folder);
      env.allowRemoteModels = false;
      // By default, the library stores files in node_modules.
      env.useFSCache = false;
      const isQuantized = identity.precision === "int8";
      // One package reads `quantized` and ignores `dtype`; the other package reads `dtype` and ignores `quantized`.
      const precision = { quantized: isQuantized, dtype: isQuantized ? ("q8" as const) : ("fp32" as const) };
      const extract = await pipeline("feature-extraction", basename(folder), precision);
      const { tokenizer } = extract;
      // By default, the library uses the tokenizer's limit. It may be higher: 512, not 256, for the bundled model.
      Object.defineProperty(tokenizer, "model_max_length", { value: identity.maxTokens });
      return {
        tokenise(title) {
          const ids = tokenizer.encode(title);
          const kept = ids.slice(0, identity.maxTokens);
          return tokenisedTitle(kept, kept.length < ids.length, tokenizer.unk_token_id);
        },
        run: async (titles) => (await extract([...titles], { pooling, normalize: true })).data as Float32Array,
      };
    },
  };
}

function unusable(why: string, packages: readonly string[], cause?: unknown): SemqrelError {
  const remedy = `Install it beside semqrel: npm install ${packages[0]} (with -g if semqrel was installed with -g).`;
  const message = `Loading transformers.js: ${why}. ${remedy}`;
  return new SemqrelError("MODEL_MISSING", message, { details: { packages }, cause });
}
