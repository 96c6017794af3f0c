import { defineCommand } from "../../command/define-command.ts";
import type { Terminal } from "../../command/terminal.ts";
import { shellWord } from "../../core/text/escape.ts";
import { counted, someOf, textsOf } from "../../core/text/wording.ts";
import { pageSettings, rateSettings, wrongOption } from "./rate-settings.ts";

export const command = defineCommand({
  name: "rate",
  doing: "Rating",
  about:
    "Serves a page on which people rate the pairs of a pool. Each rater gets them in a different random order.\n" +
    "Ratings are saved at once. Stop with Ctrl-C; run the same command to continue.",
  takes: [{ name: "[pool]", help: "pool to rate; not needed if the database already has it" }],
  settings: rateSettings,
  examples: [
    "rate pool.jsonl --db ratings.db --open",
    'rate pool.jsonl --db ratings.db --scale 0-3 --labels "no|a bit|yes|exactly" --guidelines how-to-rate.md',
    "rate --db ratings.db",
    "rate pool.jsonl --db ratings.db --host 192.168.1.20 --rater Ann --rater Ben",
    "rate --import quepid-book.csv --db ratings.db --scale 0-3",
    "rate pool.jsonl --import ratings.csv --db ratings.db",
  ],

  async run([pool]: readonly [pool: string | undefined], given) {
    const ofPage = (Object.keys(pageSettings) as (keyof typeof pageSettings)[]).find(
      (name) => given[name] !== undefined,
    );
    if (ofPage !== undefined)
      throw wrongOption(ofPage, "is for the page, which is not opened with --import. Leave it out");
    const { importRatings } = await import("../import-ratings.ts");
    return importRatings(pool, given);
  },

  async execute([pool], given, terminal) {
    const { db, json } = given;
    if (given.import !== undefined) {
      const imported = await command.run([pool], given);
      await terminal.remark(imported.warnings);
      if (json) terminal.json({ schema: "semqrel.rate-import/1", database: db, ...imported });
      terminal.say(importedLine(imported, pool, db));
      return sayGold(db, terminal);
    }
    if (given.queries !== undefined) throw wrongOption("queries", "needs --import; the pool has its own queries");
    const { ratePool } = await import("./rate-pool.ts");
    if (await ratePool(pool, given, terminal)) await sayGold(db, terminal);
  },
});

function importedLine(
  { scale, ratings, pairs, outsidePool, raters, ofDuplicates, unrated }: Awaited<ReturnType<typeof command.run>>,
  pool: string | undefined,
  database: string,
): string {
  const names = raters.length > 1 ? ` (${someOf(raters, 10)})` : "";
  const given = `${counted(ratings, "rating")} by ${counted(raters.length, "rater")}${names} on the scale ${scale.name}`;
  return textsOf(
    ratings + ofDuplicates === 0
      ? `${database} already has these ratings${pairs === 0 ? "; nothing was added" : `. ${counted(pairs, "pair was", "pairs were")} added from ${pool}`}.`
      : `Imported ${given} into ${database}. New pairs: ${outsidePool > 0 && pool !== undefined ? `${pairs - outsidePool} of ${pool}, and ${counted(outsidePool, "other")}` : pairs}.`,
    unrated > 0 && `Skipped ${counted(unrated, "row")} without a rating or with a negative rating.`,
    ofDuplicates > 0 &&
      `Skipped ${counted(ofDuplicates, "rating of a duplicate", "ratings of duplicates")}, because the same rater graded the original ${ofDuplicates === 1 ? "document differently. The grade of the original counts" : "documents differently. The grades of the originals count"}.`,
    scale.grades.some(({ grade }) => !Number.isInteger(grade)) &&
      "Fractional grades are kept; the rating page has keys for whole grades only.",
  ).join(" ");
}

async function sayGold(database: string, terminal: Terminal): Promise<void> {
  const { judgmentsFor } = await import("../ratings-beside.ts");
  const command = `semqrel gold ${shellWord(database)} -o ${shellWord(judgmentsFor(database))}`;
  terminal.say(["Next: Turn the ratings into judgments.", `  ${command}`]);
}
