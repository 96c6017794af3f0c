/** Makes a folder of labels as large as a real evaluation. */
import { run } from "../../src/cli/run.ts";
import { type Random, seededRandom } from "../../src/maths/random.ts";
import { temporaryFolder } from "./run-cli.ts";

export interface LargeFolder {
  readonly queries: number;
  /** For each list. */
  readonly rows: number;
  /** In addition to the reference. */
  readonly engines: number;
}

const words =
  `effects evaluation review patients children networks learning systematic trial analysis climate carbon soil protein
cells treatment clinical outcomes risk models language retrieval search ranking users behaviour policy education students
schools urban water energy storage battery marine species habitat migration genome sequencing markers disease chronic early
diagnosis imaging neural deep classification of in for and with after during among from between under using`.split(
    /\s+/,
  );

/**
 * A folder with `labels`, the same every time. Each engine mixes some of the reference's titles with its own. It
 * returns titles of the reference's first ranks more often, and earlier. Each engine returns slightly fewer of the
 * reference's titles than the engine before. Titles have 11 words on average. Some queries have no
 * results, or no reference.
 */
export async function makeLargeFolder({ queries, rows, engines }: LargeFolder): Promise<string> {
  const random = seededRandom(3);
  const head = "query_id,query,rank,id,title\n";
  const files = { reference: head, ...Object.fromEntries(namesOf(engines).map((name) => [name, head])) };
  const texts = new Map<string, string[]>(Object.entries(files).map(([name, text]) => [name, [text]]));
  for (let query = 0; query < queries; query++) {
    const lines = (name: string, titles: readonly Title[]) =>
      texts.get(name)?.push(...titles.map(({ id, text }, rank) => `q${query},${topic(query)},${rank},${id},${text}\n`));
    const reference = Array.from({ length: rows }, (_, rank) => madeTitle(`r${query}-${rank}`, random));
    if (query % 50 !== 49) lines("reference", reference);
    for (const [place, name] of namesOf(engines).entries()) {
      if (query % 60 === 59 && place > 0) continue;
      const kept = reference.filter((_, rank) => random() < (0.75 - 0.1 * place) / (1 + rank / rows));
      const own = Array.from({ length: rows - kept.length }, (_, at) => madeTitle(`${name}${query}-${at}`, random));
      const scored = [...kept, ...own].map((title, at) => ({ title, score: at + rows * random() * (1 + 0.3 * place) }));
      lines(
        name,
        scored.sort((one, other) => one.score - other.score).map(({ title }) => title),
      );
    }
  }
  const folder = temporaryFolder(
    Object.fromEntries([...texts].map(([name, lines]) => [`${name}.csv`, lines.join("")])),
  );
  const at = (name: string) => `${folder}/${name}.csv`;
  let said = "";
  const exitCode = await run(
    [
      ...["label", "--reference", at("reference"), "--candidates", ...namesOf(engines).map(at), "--threshold", "0.5"],
      ...["--embedder", "hash", "--exact", "--no-cache", "--out", `${folder}/labels`, "-q"],
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

interface Title {
  readonly id: string;
  readonly text: string;
}

function namesOf(engines: number): string[] {
  return Array.from({ length: engines }, (_, engine) => `engine${engine + 1}`);
}

function topic(query: number): string {
  const wordOf = (place: number) => words[place % words.length];
  return `${wordOf(query)} ${wordOf(query * 7 + 3)} ${wordOf(Math.floor(query / 9) + 11)} ${query}`;
}

function madeTitle(id: string, random: Random): Title {
  const length = 6 + Math.floor(random() * 11);
  const text = Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(" ");
  return { id, text: text[0]?.toUpperCase() + text.slice(1) };
}
