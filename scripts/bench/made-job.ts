/**
 * Generates a job of the notebook's size from a seed: 174 queries, about 12,200 reference and 9,200 candidate rows,
 * with 13,750 distinct titles.
 */
import { type Random, seededRandom, shuffle } from "../../src/maths/random.ts";

/** Words for titles. Nearly all have one token. */
const words =
  `time year people way day man thing woman life child world school state family student group country problem hand part place
case week company system program question work government number night point home water room mother area money story fact
month lot right study book eye job word business issue side kind head house service friend father power hour game line end
member law car city community name president team minute idea body information back parent face level office door health
person art war history party result change morning reason research girl guy moment air teacher force education foot boy age
policy music market sense nation plan college interest death experience effect use class control field development role
effort rate heart drug show leader light voice wife police mind price report decision son view relationship town road arm
difference value building action season society tax director position player record paper space ground form event official
matter center couple site project activity star table need court oil situation cost industry figure street image phone data
picture practice piece land product doctor wall patient worker news test movie north love support technology step baby
computer type attention film tree source organization hair window evidence fire future soil theory model measure analysis`.split(
    /\s+/,
  );

export type MadeJob = ReturnType<typeof madeJob>;

/**
 * @param meanTokens - mean number of tokens of a title, including [CLS] and [SEP]
 * @param share      - of the whole job, 0..1
 * @returns `reference` and `candidates` as rows of CSV files: query, rank, title
 */
export function madeJob(meanTokens: number, seed: number, share: number) {
  const random = seededRandom(seed);
  const queries = Math.max(2, Math.round(174 * share));
  const reference: string[][] = [["query", "rank", "title"]];
  const candidates: string[][] = [["query", "rank", "title"]];
  const distinct = new Set<string>();
  for (let query = 0; query < queries; query++) {
    const name = `query ${query}`;
    const titles = madeTitles(meanTokens, 70, random);
    for (const [rank, title] of titles.entries()) reference.push([name, String(rank), title]);
    // 44 of a candidate's 53 results are also in the reference's list, so there are 13,750 distinct titles.
    const own = madeTitles(meanTokens, 9, random);
    const shared = shuffle(titles, random).slice(0, 44);
    const mixed = shuffle([...own, ...shared], random);
    for (const [rank, title] of mixed.entries()) candidates.push([name, String(rank), title]);
    for (const title of [...titles, ...own]) distinct.add(title);
  }
  return { reference, candidates, distinctTitles: [...distinct] };
}

function madeTitles(meanTokens: number, count: number, random: Random): string[] {
  const titles = new Set<string>();
  const mean = meanTokens - 2;
  while (titles.size < count) {
    // Lengths are from a third to five thirds of the mean, as in real titles.
    const length = Math.max(1, Math.round(mean * (1 + (random() + random() - 1) * 0.66)));
    titles.add(Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(" "));
  }
  return [...titles];
}
