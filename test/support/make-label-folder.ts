/** Makes a folder of labels, and judgments beside it. */
import { run } from "../../src/cli/run.ts";
import { seededRandom } from "../../src/maths/random.ts";
import { temporaryFolder } from "./run-cli.ts";

export interface MadeLabelFolder {
  readonly engines?: number;
  readonly queries?: number;
  /** Further candidates, as files: name to CSV. */
  readonly further?: Readonly<Record<string, string>>;
}

const words = "river stone market garden engine letter winter music cloud paper village doctor island metal".split(" ");
const TITLES = 24;

export const titleOf = (query: number, title: number) =>
  `${words[title % 14]} ${words[(3 * title + query) % 14]} ${words[(title + 5 * query) % 14]} ${query} ${title}`;

/**
 * A folder with `labels` and `gold.qrels`: engines `e0`, `e1`, … order 24 titles per query by grades and noise, each
 * with more noise than the one before; the reference is near the best. Queries have the ids q0, q1, …
 */
export async function makeLabelFolder(options: MadeLabelFolder = {}): Promise<string> {
  const { engines = 6, queries = 14, further = {} } = options;
  const random = seededRandom(9);
  const numbers = Array.from({ length: queries }, (_, query) => query);
  const grades = numbers.map(() => Array.from({ length: TITLES }, (_, title) => Math.max(0, 4 - title)));
  const csvOf = (noise: number) => {
    const rows = numbers.flatMap((query) => {
      const scores = (grades[query] ?? []).map((grade) => grade + noise * random());
      const order = [...scores.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).slice(0, 10);
      return order.map((title, rank) => `q${query},question ${query},${rank},d${title},${titleOf(query, title)}`);
    });
    return `query_id,query,rank,id,title\n${rows.join("\n")}\n`;
  };
  const names = Array.from({ length: engines }, (_, engine) => `e${engine}.csv`);
  const folder = temporaryFolder({
    ...Object.fromEntries(names.map((name, engine) => [name, csvOf(1 + 1.5 * engine)])),
    ...further,
    "reference.csv": csvOf(1),
    "gold.qrels": numbers
      .flatMap((query) => (grades[query] ?? []).map((grade, title) => `q${query} 0 d${title} ${grade}\n`))
      .join(""),
  });
  let said = "";
  const at = (name: string) => `${folder}/${name}`;
  const exitCode = await run(
    [
      ...["label", "--reference", at("reference.csv"), "--candidates", ...[...names, ...Object.keys(further)].map(at)],
      ...["--embedder", "hash", "--no-cache", "--out", at("labels"), "-q"],
    ],
    {
      stdout: { write: () => {} },
      stderr: { write: (text) => (said += text) },
      environment: {},
      signal: new AbortController().signal,
    },
  );
  if (exitCode !== 0) throw new Error(said);
  return folder;
}
