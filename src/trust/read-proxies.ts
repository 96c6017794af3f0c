/** What do further labels of the same results say, such as a language model's or those of clicks? */
import type { StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { readGoldGrades } from "../gold/gold-grades.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { documentLabelSource, type LabelSource, listsToJudge } from "./judged-lists.ts";

export interface ReadProxy {
  readonly source: LabelSource;
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/** @throws SemqrelError as `readGoldGrades` */
export async function readProxies(
  proxies: readonly { readonly name: string; readonly path: string }[],
  stored: StoredLabels,
): Promise<ReadProxy[]> {
  const found = [];
  for (const { name, path } of proxies) {
    const gold = await readGoldGrades(path, stored);
    const source = documentLabelSource(listsToJudge(stored, gold), name);
    found.push({ source, file: gold.file, warnings: gold.warnings });
  }
  return found;
}
