/** Embeds the titles of the bundled sample with semqrel and with transformers.js, and compares the vectors. */

import { readOptionsOf } from "../command/shared-settings.ts";
import { at } from "../core/at.ts";
import { messageOf } from "../core/errors.ts";
import { ownFile } from "../core/files/folders.ts";
import type { Progress } from "../core/ports.ts";
import { readResults } from "../io/results/read-results.ts";
import { cosine } from "../maths/numbers.ts";
import type { ModelFolder } from "../model/embed/model-folder.ts";
import { type ModelLibrary, sentenceEmbedder } from "../model/embed/sentence-embedder.ts";
import { loadStockLibrary } from "../model/embed/stock-pipeline.ts";

const NEARLY_EQUAL = 0.9999;

/** Compares the two vectors of each title. Returns the smallest cosine of all titles, or why nothing was compared. */
export async function compareWithLibrary(model: ModelFolder, progress: Progress, signal: AbortSignal) {
  const embed = async (titles: readonly string[], library: ModelLibrary | null) => {
    progress.start(`Embedding with ${library?.name ?? "semqrel"}`, titles.length, "titles");
    const embedder = sentenceEmbedder(model, { threads: 1, library });
    const { vectors } = await embedder.embed(titles, { signal, onProgress: (done) => progress.update(done) });
    progress.finish();
    const { dimensions } = model.identity;
    return titles.map((_, index) => vectors.subarray(index * dimensions, (index + 1) * dimensions));
  };
  try {
    const library = await loadStockLibrary();
    const titles = await sampleTitles();
    const own = await embed(titles, null);
    const theirs = await embed(titles, library);
    const cosines = own.map((vector, index) => cosine(vector, at(theirs, index)));
    const smallestCosine = Math.min(...cosines);
    const nearlyEqual = cosines.filter((one) => one >= NEARLY_EQUAL).length;
    const title = titles[cosines.indexOf(smallestCosine)];
    return { library: library.name, titles: titles.length, nearlyEqual, smallestCosine, title };
  } catch (error) {
    if (signal.aborted) throw error;
    return { library: null, skipped: messageOf(error) };
  }
}

async function sampleTitles(): Promise<string[]> {
  const titles = [];
  for (const engine of ["library", "explorer", "quickfind"]) {
    const file = { path: ownFile(`data/samples/${engine}.csv`), engine: null };
    const { results } = await readResults(file, { ...readOptionsOf({}), titles: null, further: [] });
    titles.push(...results.flatMap((list) => list.titles));
  }
  return [...new Set(titles)];
}
