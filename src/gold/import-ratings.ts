import { existsSync } from "node:fs";
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { shellWord } from "../core/text/escape.ts";
import { quoted } from "../core/text/wording.ts";
import { makeNames } from "../core/titles/name-table.ts";
import type { QueryTable, RatingScale, RawJudgments } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { chorusRaters } from "../io/judgments/fixed-tables.ts";
import { labelsInFolder, readPeekedJudgments } from "../io/judgments/read-judgments.ts";
import { closing } from "../io/open-input.ts";
import { joinQueryTexts, textOfQuery } from "../io/query-sets/join-query-texts.ts";
import { readQueries } from "../io/query-sets/read-pairs.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { peekInput } from "../io/tables/read-table.ts";
import { withOneSpelling } from "../lists/group-judgments.ts";
import { joinedSpellings, joinSpellings } from "../lists/join-queries.ts";
import { distinctNumbers } from "../maths/numbers.ts";
import { parseRatingScale, stepOf } from "./agreement/combine-ratings.ts";
import { poolFingerprint, readPool } from "./pools/pool-format.ts";
import { raterName } from "./rating/pair-writer.ts";
import type { RateGiven } from "./rating/rate-settings.ts";
import { type ImportedRating, RatingStore, unnamedRater } from "./rating/rating-store.ts";

type ImportGiven = Pick<RateGiven, "db" | "import" | "scale" | "labels" | "queries">;

export async function importRatings(poolFile: string | undefined, given: ImportGiven) {
  const { db: database, import: paths = [], queries } = given;
  const names = makeNames();
  const table = queries === undefined ? null : (await readQueries(queries)).queries;
  const files: InputFile[] = [];
  const read: FoundRating[] = [];
  const warnings: Warning[] = [];
  let rows = 0;
  for (const path of paths) {
    const peeked = await peekInput(await labelsInFolder(path));
    // In Chorus files, other commands read the final rating, but imports read the rating of each agent.
    const format = chorusRaters.detect(peeked.head, {}) ? chorusRaters.name : null;
    const how = { format, keepsIterations: false, areRatings: true };
    const { judgments, file } = await closing(peeked.input, () => readPeekedJudgments(peeked, names, how));
    files.push(file);
    warnings.push(...(judgments.warnings ?? []));
    rows += file.rows;
    for (const rating of ratingsOf(withOneSpelling(judgments), table)) read.push(rating);
  }
  if (read.length === 0) {
    const message = `Importing ratings from ${paths.join(", ")}: no row has a rating. Give rated judgments.`;
    throw new SemqrelError("EMPTY_FILE", message, { details: { files: paths } });
  }
  const pool = poolFile === undefined ? [] : (await readPool(poolFile)).pairs;
  // Checks the grades before a database is created.
  if (!existsSync(database)) requireOnScale(read, scaleFor(given, null, read), false);
  const add = (store: RatingStore) => {
    const scale = scaleFor(given, store.scale, read);
    requireOnScale(read, scale, store.scale !== null);
    const { order, guidelines } = store;
    const fingerprint = poolFingerprint(pool);
    const settings = { scale, ...order, guidelines, fingerprint, path: poolFile ?? null };
    const ofPool = pool.length === 0 ? { added: 0 } : store.addPool(pool, settings);
    const spellings = joinSpellings([...namesByFile(read)], store.queryNames());
    const found = read.map((rating) => spelledAs(spellings, rating));
    requireOneGrade(found);
    const { ratings, pairs, ofDuplicates } = store.addImported(found, scale);
    const raters = [...new Set(found.map(({ rater }) => rater))];
    return {
      files,
      scale,
      raters,
      ratings,
      pairs: ofPool.added + pairs,
      outsidePool: pairs,
      ofDuplicates,
      // Number of rows left out because they have no rating, or a negative rating, which means not judged.
      unrated: rows - found.length,
      warnings: [...warnings, ...joinedSpellings([...spellings])],
    };
  };
  return RatingStore.fill(database, (store) => store.allOrNothing(() => add(store)));
}

type FoundRating = ImportedRating & { readonly file: string };

function* ratingsOf(raw: RawJudgments, table: QueryTable | null): Iterable<FoundRating> {
  const judgments = table === null ? raw : joinQueryTexts(raw, table).rows;
  const { source, names, queries, documents, labels, raters, titles } = judgments;
  for (const [row, grade] of labels.entries()) {
    // In TREC files, a negative label means pooled but not judged.
    if (!(grade >= 0)) continue;
    const number = at(queries, row);
    const query = textOfQuery(judgments, number);
    const name = names.queries.nameOf(number);
    yield {
      file: source,
      query,
      queryId: name === query ? null : name,
      id: names.documents.nameOf(at(documents, row)),
      title: titles?.[row] ?? "",
      rater: raterName(raters?.[row] ?? "") || unnamedRater,
      grade,
    };
  }
}

function namesByFile(found: readonly FoundRating[]): Iterable<ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { file, query, queryId } of found) {
    const ofFile = names.get(file) ?? new Set();
    names.set(file, ofFile.add(query).add(queryId ?? query));
  }
  return names.values();
}

function spelledAs(spellings: ReadonlyMap<string, string>, rating: FoundRating): FoundRating {
  const { query, queryId } = rating;
  const spelled = spellings.get(query) ?? query;
  return { ...rating, query: spelled, queryId: queryId === null ? null : (spellings.get(queryId) ?? queryId) };
}

function requireOneGrade(found: readonly FoundRating[]): void {
  const first = new Map<string, FoundRating>();
  for (const rating of found) {
    const { file, query, id, rater, grade } = rating;
    const key = sha256(JSON.stringify([query, id, rater]));
    const known = first.get(key);
    if (known === undefined) first.set(key, rating);
    else if (known.grade !== grade) {
      const given = `${known.grade} (${known.file}) and ${grade} (${file})`;
      throw invalid(
        rating,
        rater === unnamedRater
          ? `it has the ratings ${given}, without the name of a rater. If two people gave them, add a column "rater" to their files. If not, remove one of the two rows.`
          : `${rater} rated it ${given}. Remove one of the two rows.`,
      );
    }
  }
}

/** @param isStored - whether the database already has a scale */
function requireOnScale(found: readonly FoundRating[], scale: RatingScale, isStored: boolean): void {
  const grades = new Set(scale.grades.map(({ grade }) => grade));
  for (const rating of found) {
    if (grades.has(rating.grade)) continue;
    const given = grades.size > 12 ? scale.name : `${scale.name} (${[...grades].join(", ")})`;
    const other = isStored
      ? "Import into a new database, with a --scale that has this grade."
      : "Give another --scale.";
    const remedy = Number.isInteger(rating.grade)
      ? other
      : `Import grades with fractions into a separate database, or round them first: semqrel convert ${shellWord(rating.file)} whole.csv --round.`;
    throw invalid(rating, `the grade ${rating.grade} is not on the scale ${given}. ${remedy}`);
  }
}

function invalid({ file, query, id, title, rater, grade }: FoundRating, what: string): SemqrelError {
  const message = `Importing ${file}: query ${quoted(query)}, document ${quoted(title || id)}: ${what}`;
  return new SemqrelError("INVALID_RATING", message, { details: { file, query, id, rater, grade } });
}

function scaleFor(
  { scale, labels }: ImportGiven,
  stored: RatingScale | null,
  found: readonly FoundRating[],
): RatingScale {
  if (scale !== undefined) return parseRatingScale(withSteps(scale, stored, found), labels);
  if (stored !== null) return labels === undefined ? stored : parseRatingScale(stored.name, labels);
  return parseRatingScale(decidedScale(found), labels);
}

/** Adds the step between grades to a scale name, as in `0-3:0.5`, unless the name has a step or a scale is stored. */
function withSteps(name: string, stored: RatingScale | null, found: readonly FoundRating[]): string {
  const step = stepOf(found.map(({ grade }) => grade));
  return stored !== null || name.includes(":") || step === null || step === 1 ? name : `${name}:${step}`;
}

/** Returns the scale 0-1, 0-3 or 1-5, with its step, if its lowest and highest grades both occur. Otherwise throws. */
function decidedScale(found: readonly FoundRating[]): string {
  const grades = [...distinctNumbers(found.map(({ grade }) => grade))];
  const name = `${grades[0]}-${grades.at(-1)}`;
  const step = stepOf(grades);
  const steps = step === null || step === 1 ? "" : `:${step}`;
  if (step !== null && ["0-1", "0-3", "1-5"].includes(name)) return `${name}${steps}`;
  const seen = `${grades.slice(0, 12).join(", ")}${grades.length > 12 ? " …" : ""}`;
  const hasAll = (scale: string) => {
    const known = new Set(parseRatingScale(scale).grades.map(({ grade }) => grade));
    return grades.every((grade) => known.has(grade));
  };
  const fitting = (lowest: number, ends: readonly number[]) => {
    const scales = ends.map((end) => `${lowest}-${end}${steps}`).filter(hasAll);
    const options = scales.slice(0, 3).map((scale) => `--scale ${scale}`);
    return options.length === 0 ? [] : [`${options.join(" or ")} if ${lowest} is the lowest possible grade`];
  };
  const usual = [...fitting(1, [5]), ...fitting(0, [1, 2, 3, 4, 10, 100])];
  const remedy =
    usual.length === 0
      ? "a --scale that has all of these grades, such as 0-3, 1-5 or, for half grades, 0-3:0.5"
      : usual.join(", or ");
  const message = `Importing ratings: the scale is unclear, because the grades are ${seen}. Correct wrong grades, or give ${remedy}.`;
  throw new SemqrelError("INVALID_SCALE", message, { details: { grades } });
}
