/** Reads other labels of the same results, such as those of a language model or clicks. */
import { invalidOption } from "../core/errors.ts";
import { textsOf } from "../core/text/wording.ts";
import type { StoredLabels } from "../core/types.ts";
import { type JudgedBy, judgedBy, readGoldGrades } from "../gold/gold-grades.ts";
import { documentLabelSource, listsToJudge } from "./engine-values.ts";

export interface NamedProxy {
  readonly name: string;
  readonly path: string;
}

export function requireDistinctNames(proxies: readonly NamedProxy[]): void {
  const names = proxies.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice === undefined) return;
  const message = `Reading --proxy ${twice}: two proxies have this name. Give each its own name: --proxy name=file.`;
  throw invalidOption(message, { proxy: twice });
}

export async function readProxies(proxies: readonly NamedProxy[], stored: StoredLabels) {
  const found = [];
  for (const { name, path } of proxies) {
    const gold = await readGoldGrades(path, stored);
    const source = { name, ...documentLabelSource(listsToJudge(stored, gold)) };
    const limits = limitsOf(judgedBy(path), stored);
    found.push({ source, file: gold.file, warnings: gold.warnings, limits });
  }
  return found;
}

/** Returns clauses that explain why the labels' agreement with people means less than it seems. */
function limitsOf(by: JudgedBy | null, { engines }: StoredLabels): string[] {
  if (by === null) return [];
  const { llm, judged, existing, sameAs } = by;
  const own = engines.map(({ lists: { engine } }) => engine).filter((engine) => sameAs.includes(engine));
  return textsOf(
    own.length > 0 &&
      `unreliable for ${own.join(", ")}, because the judge, ${llm}, belongs to the same family of models`,
    existing > 0 &&
      `${existing} of its ${existing + judged} grades were taken from other files (--existing). If people gave these grades, agreement with them means nothing`,
  );
}
