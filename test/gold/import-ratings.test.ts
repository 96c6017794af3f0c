import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { combineRatings, parseRatingScale } from "../../src/gold/agreement/combine-ratings.ts";
import { importRatings } from "../../src/gold/import-ratings.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import type { RateGiven } from "../../src/gold/rating/rate-settings.ts";
import { RatingStore, readRatingSet } from "../../src/gold/rating/rating-store.ts";
import { makePair } from "../support/make-pool.ts";
import { poolOf } from "../support/rating-process.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { smallDisk } from "../support/small-disk.ts";

type Chosen = Pick<RateGiven, "scale" | "labels" | "queries"> & { readonly pool?: string; readonly database?: string };

/** Imports files with these contents into a new database. */
async function importing(contents: Readonly<Record<string, string>>, options: Chosen = {}) {
  const folder = temporaryFolder(contents);
  const files = Object.keys(contents).map((name) => join(folder, name));
  const { pool, database = join(folder, "ratings.db"), ...others } = options;
  return { folder, database, imported: await importRatings(pool, { ...others, db: database, import: files }) };
}

function ratingsOf(database: string) {
  const { pairs, ratings } = readRatingSet(database);
  return ratings.map(({ pair, rater, grade }) => [pairs[pair]?.query, pairs[pair]?.id, rater, grade]);
}

const book = "query,docid,Ann,Bob\nblue jeans,d1,0,1\nblue jeans,d2,3,\nshoes,d1,,\n";

describe("importRatings", () => {
  it("reads a Quepid book: one column per rater, empty cells if not rated", async () => {
    const { database, imported } = await importing({ "book.csv": book });
    expect(ratingsOf(database)).toEqual([
      ["blue jeans", "d1", "Ann", 0],
      ["blue jeans", "d1", "Bob", 1],
      ["blue jeans", "d2", "Ann", 3],
    ]);
    expect(imported).toMatchObject({ ratings: 3, pairs: 2, raters: ["Ann", "Bob"], unrated: 1 });
    expect(imported.scale.name).toBe("0-3");
  });

  it("keeps half grades, on a scale with half steps", async () => {
    const halves = "query,docid,Ann,Bob\nq,d1,0.5,1.5\nq,d2,2.5,\n";
    const { database, imported } = await importing({ "book.csv": halves }, { scale: "0-3" });
    expect(imported.scale.name).toBe("0-3:0.5");
    expect(ratingsOf(database).map(([, , , grade]) => grade)).toEqual([0.5, 1.5, 2.5]);
    expect([...combineRatings(readRatingSet(database), { by: "mean", flagged: "any", minRaters: 1 }).grades]).toEqual([
      1, 2.5,
    ]);
    await expect(importing({ "whole.qrels": "q 0 d3 3\n" }, { database })).resolves.toMatchObject({
      imported: { ratings: 1 },
    });
  });

  it("refuses half grades in a database of whole grades, and suggests rounding", async () => {
    const { database } = await importing({ "a.qrels": "q 0 d1 3\nq 0 d2 0\n" });
    await expect(importing({ "b.csv": "query,docid,Ann\nq,d3,1.5\n" }, { database })).rejects.toThrow(
      /the grade 1\.5 is not on the scale 0-3 \(0, 1, 2, 3\)\. Import .* into a separate database, or round them first: semqrel convert \S+ whole\.csv --round\./,
    );
  });

  it("refuses a grade beyond the database's scale, and suggests a new database", async () => {
    const { database } = await importing({ "a.qrels": "q 0 d1 3\nq 0 d2 0\n" });
    const further = { "b.qrels": "q 0 d3 4\n" };
    await expect(importing(further, { database })).rejects.toThrow(
      /the grade 4 is not on the scale 0-3 \(0, 1, 2, 3\)\. Import into a new database, with a --scale that has/,
    );
    await expect(importing(further, { scale: "0-3" })).rejects.toThrow("Give another --scale.");
    await expect(importing(further, { scale: "0-4" })).resolves.toMatchObject({ imported: { ratings: 1 } });
  });

  describe("with a pool", () => {
    const engine = { name: "quick", rank: 0, also: [], of: 2 };
    const byTitle = { id: "hash-of-denim", title: "All about denim", similarity: 1 };
    const pool = [
      makePair(0, { query: "blue jeans", id: "d1", title: "All about denim", engines: [engine], merged: [byTitle] }),
      makePair(1, { query: "blue jeans", id: "d2", title: "Dyes" }),
    ];

    it("stores the engines of a document and all its ids, and joins by title", async () => {
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
      const rows = "query,id,title,rating\nblue jeans,7,all about Denim,3\nblue jeans,8,Hems,0\n";
      const { database, imported } = await importing({ "ratings.csv": rows }, { pool: file });
      expect(imported).toMatchObject({ ratings: 2, pairs: 3, outsidePool: 1 });
      expect(ratingsOf(database)).toEqual([
        ["blue jeans", "d1", "imported", 3],
        ["blue jeans", "8", "imported", 0],
      ]);
      expect(readRatingSet(database).pairs[0]).toMatchObject({ engines: [engine], merged: [byTitle] });
    });

    it.each(["Blue jeans", "blue jeans ", "blue\u00a0jeans"])(
      "joins the query %j with the pool's query, and warns",
      async (query) => {
        const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
        const rows = `query,id,title,rating\n${query},d1,All about denim,3\n${query},d2,Dyes,0\n`;
        const { database, imported } = await importing({ "ratings.csv": rows }, { pool: file });
        expect(imported).toMatchObject({ ratings: 2, pairs: 2, outsidePool: 0 });
        expect(imported.warnings).toMatchObject([{ kind: "joined-spellings", count: 1 }]);
        expect(ratingsOf(database).map(([joined]) => joined)).toEqual(["blue jeans", "blue jeans"]);
      },
    );

    it("joins each file's queries with the pool, even if one file has both spellings", async () => {
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
      const head = "query,id,rater,rating\n";
      const ann = `${head}Blue jeans,d1,Ann,3\n`;
      const ben = `${head}blue jeans,d1,Ben,0\n`;
      const each = await importing({ "ann.csv": ann, "ben.csv": ben }, { pool: file, scale: "0-3" });
      expect(each.imported).toMatchObject({ ratings: 2, outsidePool: 0 });
      const both = await importing({ "both.csv": `${ann}blue jeans,d1,Ben,0\n` }, { pool: file, scale: "0-3" });
      expect(both.imported).toMatchObject({ ratings: 2, outsidePool: 0 });
      expect(both.imported.warnings).toMatchObject([{ kind: "joined-spellings", count: 1 }]);
    });

    it("compares spellings exactly if the pool has both, or if only the imported file has them", async () => {
      const capital = makePair(2, { query: "Blue jeans", queryId: null, id: "d1", title: "All about denim" });
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText([...pool, capital])].join("") }), "pool.jsonl");
      const rows = "query,id,rater,rating\n";
      const contents = { "both.csv": `${rows}Blue jeans,d1,Ann,3\nblue jeans,d1,Ann,0\nBLUE jeans,d1,Ann,1\n` };
      const pooled = await importing(contents, { pool: file, scale: "0-3" });
      expect(pooled.imported).toMatchObject({ ratings: 3, outsidePool: 1, warnings: [] });
      const alone = await importing(contents, { scale: "0-3" });
      expect(alone.imported).toMatchObject({ ratings: 3, outsidePool: 3, warnings: [] });
    });

    it("joins by title if the table has no ids, and counts titles that are not in the pool", async () => {
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
      const rows = "query,title,rating,rater\nblue jeans,all about Denim,3,Ann\nblue jeans,Hems,0,Ann\n";
      const { database, imported } = await importing({ "ratings.csv": rows }, { pool: file });
      expect(imported).toMatchObject({ ratings: 2, pairs: 3, outsidePool: 1, raters: ["Ann"] });
      expect(ratingsOf(database)).toEqual([
        ["blue jeans", "d1", "Ann", 3],
        // printf hems | sha256sum | cut -c1-16
        ["blue jeans", "f181bbb306629342", "Ann", 0],
      ]);
    });

    it("recognises columns by words in their names, and warns which columns it used", async () => {
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
      const rows =
        "Suchanfrage;Artikel-ID;Titel;Bewertung\nblue jeans;4711;all about Denim;3\nblue jeans;4712;Hems;0\n";
      const { database, imported } = await importing({ "ratings.csv": rows }, { pool: file });
      expect(ratingsOf(database)[0]).toEqual(["blue jeans", "d1", "imported", 3]);
      expect(imported.warnings).toMatchObject([
        {
          kind: "columns-guessed",
          columns: [
            { role: "query", column: "Suchanfrage" },
            { role: "id", column: "Artikel-ID" },
            { role: "title", column: "Titel" },
            { role: "label", column: "Bewertung" },
          ],
        },
      ]);
    });

    it("prefers a document's own rating to that of its near duplicate, and counts the latter", async () => {
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
      const rows = "blue jeans 0 hash-of-denim 2\nblue jeans 0 d1 3\nblue jeans 0 d2 0\n".replaceAll("blue jeans", "q");
      const folder = temporaryFolder({ "queries.tsv": "q\tblue jeans\n" });
      const options = { pool: file, queries: join(folder, "queries.tsv") };
      const { database, imported } = await importing({ "a.qrels": rows }, options);
      expect(imported).toMatchObject({ ratings: 2, ofDuplicates: 1 });
      expect(ratingsOf(database)).toEqual([
        ["blue jeans", "d1", "imported", 3],
        ["blue jeans", "d2", "imported", 0],
      ]);
    });

    it("stores nothing of the pool if the ratings are refused", async () => {
      const file = join(temporaryFolder({ "pool.jsonl": [...poolText(pool)].join("") }), "pool.jsonl");
      const { database } = await importing({ "a.qrels": "elsewhere 0 d1 3\n" }, { scale: "0-3" });
      const contradiction = { "b.qrels": "elsewhere 0 d1 2\n" };
      await expect(importing(contradiction, { pool: file, database })).rejects.toThrow(
        expect.objectContaining({ code: "INVALID_RATING" }),
      );
      expect(readRatingSet(database).pairs).toHaveLength(1);
    });
  });

  it("treats pairs as one if query or document only differ in surrounding spaces", async () => {
    const rows = "query,docid,rater,rating\napple pie,d1,Ann,2\napple pie ,d1,Ben,0\napple pie,d1 ,Cem,1\n";
    const { database, imported } = await importing({ "ratings.csv": rows }, { scale: "0-2" });
    expect(imported).toMatchObject({ ratings: 3, pairs: 1 });
    expect(ratingsOf(database).map(([query, id]) => [query, id])).toEqual(Array(3).fill(["apple pie", "d1"]));
  });

  it("reads Quepid ratings without raters", async () => {
    const { database } = await importing({ "ratings.csv": "query,docid,rating\nshoes,d1,0\nshoes,d2,3\n" });
    expect(ratingsOf(database)).toEqual([
      ["shoes", "d1", "imported", 0],
      ["shoes", "d2", "imported", 3],
    ]);
  });

  it("reads the ratings of each Chorus agent, not the final ratings, and reads titles", async () => {
    const text =
      "query,docid,name,description,agent_1_rating,agent_2_rating,final_rating\n" +
      "laptop,1,A laptop,…,0,1,1\nlaptop,2,A bag,…,3,2,2\n";
    const { database, imported } = await importing({ "chorus.csv": text });
    expect(imported.files[0]?.format).toBe("chorus-raters");
    expect(ratingsOf(database)).toEqual([
      ["laptop", "1", "agent_1", 0],
      ["laptop", "1", "agent_2", 1],
      ["laptop", "2", "agent_1", 3],
      ["laptop", "2", "agent_2", 2],
    ]);
    expect(readRatingSet(database).pairs.map(({ title }) => title)).toEqual(["A laptop", "A bag"]);
  });

  it("reads qrels, and takes the texts of their queries from a file", async () => {
    const folder = temporaryFolder({ "queries.tsv": "q1\tblue jeans\nq2\tshoes\n" });
    const queries = join(folder, "queries.tsv");
    const { database } = await importing({ "a.qrels": "q1 0 d1 1\nq2 0 d1 0\n" }, { queries });
    expect(readRatingSet(database).pairs.map(({ query, queryId, id }) => [query, queryId, id])).toEqual([
      ["blue jeans", "q1", "d1"],
      ["shoes", "q2", "d1"],
    ]);
    expect(readRatingSet(database).scale.name).toBe("0-1");
  });

  it("leaves out negative labels because they mean not judged, and counts them", async () => {
    const { database, imported } = await importing({ "a.qrels": "q 0 d1 3\nq 0 d2 -1\nq 0 d3 0\nq 0 d4 -2\n" });
    expect(imported).toMatchObject({ ratings: 2, pairs: 2, unrated: 2, scale: { name: "0-3" } });
    expect(ratingsOf(database)).toEqual([
      ["q", "d1", "imported", 3],
      ["q", "d3", "imported", 0],
    ]);
  });

  it("treats Unicode forms of a name as one rater, as the rating page does", async () => {
    const contents = {
      "one.csv": "query,docid,Jos\u00e9\nq,d1,3\n",
      "two.csv": "query,docid,Jose\u0301\nq,d2,0\n",
      "wide.csv": "query,docid,\uff2aos\u00e9\nq,d3,1\n",
    };
    const { imported } = await importing(contents);
    expect(imported).toMatchObject({ ratings: 3, raters: ["Jos\u00e9"] });
    const contradiction = { "wide.csv": "query,docid,\uff2aos\u00e9\nq,d1,1\n" };
    await expect(importing({ ...contents, ...contradiction })).rejects.toThrow("José rated it 3");
  });

  it("joins several files, and adds ratings to pairs of an existing pool", async () => {
    const database = join(temporaryFolder(), "ratings.db");
    const store = RatingStore.open(database, { create: true });
    store.addPool(poolOf(1, 3), { scale: parseRatingScale("0-3"), seed: 1, guidelines: "", fingerprint: "pool" });
    store.close();
    const contents = {
      "one.csv": "query,docid,Ann\nquery 0,d1,1\n",
      "two.csv": "query,docid,Bob\nquery 0,d1,2\nquery 0,new,2\n",
    };
    const { imported } = await importing(contents, { database });
    expect(imported).toMatchObject({ ratings: 3, pairs: 1, raters: ["Ann", "Bob"], scale: { name: "0-3" } });
    expect(readRatingSet(database).pairs.map(({ id, title }) => [id, title])).toEqual([
      ["d0", "Title 0 0"],
      ["d1", "Title 0 1"],
      ["d2", "Title 0 2"],
      ["new", ""],
    ]);
    expect((await importing(contents, { database })).imported).toMatchObject({ ratings: 0, pairs: 0 });
  });

  it("rates pairs of a pool if the file names its queries by id", async () => {
    const database = join(temporaryFolder(), "ratings.db");
    const store = RatingStore.open(database, { create: true });
    store.addPool(poolOf(2, 2), { scale: parseRatingScale("0-3"), seed: 1, guidelines: "", fingerprint: "pool" });
    store.close();
    const { imported } = await importing({ "a.qrels": "q1 0 d0 2\nq1 0 d1 0\n" }, { database });
    expect(imported).toMatchObject({ ratings: 2, pairs: 0 });
    expect(ratingsOf(database)).toEqual([
      ["query 1", "d0", "imported", 2],
      ["query 1", "d1", "imported", 0],
    ]);
  });

  test.each([
    [[0, 1], "0-1"],
    [[0, 3], "0-3"],
    [[1, 5], "1-5"],
  ])("infers from grades with the extremes %j the scale %s", async (grades, name) => {
    const rows = grades.map((grade, place) => `q 0 d${place} ${grade}\n`).join("");
    expect((await importing({ "a.qrels": rows })).imported.scale.name).toBe(name);
  });

  it("uses the given labels of grades", async () => {
    const { database } = await importing({ "a.qrels": "q 0 d 1\n" }, { scale: "0-1", labels: ["no", "yes"] });
    expect(readRatingSet(database).scale.grades[1]).toEqual({ grade: 1, label: "yes" });
  });

  it("explains that a pair has two ratings without raters, with its title and files", async () => {
    const [ann, ben] = ["3", "2"].map((grade) => `query,title,rating\nq1,Apple pie,${grade}\n`);
    const contents = { "Ann.csv": ann ?? "", "Ben.csv": ben ?? "" };
    await expect(importing(contents, { scale: "0-3" })).rejects.toThrow(
      /query "q1", document "Apple pie": it has the ratings 3 \(\S+Ann\.csv\) and 2 \(\S+Ben\.csv\), without the name of a rater\. If two people gave them, add a column "rater" to their files\. /,
    );
    const { database } = await importing({ "Ann.csv": contents["Ann.csv"] }, { scale: "0-3" });
    await expect(importing({ "Ben.csv": contents["Ben.csv"] }, { database })).rejects.toThrow(
      'document "Apple pie". If two people gave them, add a column "rater" to the file.',
    );
  });

  describe("errors leave no trace", () => {
    const cases: [string, Readonly<Record<string, string>>, Chosen, object][] = [
      [
        "a grade off the scale",
        { "a.qrels": "q 0 d1 3\nq 0 d2 5\n" },
        { scale: "0-3" },
        {
          code: "INVALID_RATING",
          details: { file: expect.stringMatching(/a\.qrels$/), query: "q", id: "d2", rater: "imported", grade: 5 },
        },
      ],
      [
        "a grade between two",
        { "a.csv": "query,docid,Ann\nq,d1,1.33\n" },
        { scale: "0-3" },
        { code: "INVALID_RATING" },
      ],
      [
        "two grades of one rater",
        { "a.qrels": "q 0 d1 3\n", "b.qrels": "q 0 d1 2\n" },
        { scale: "0-3" },
        { code: "INVALID_RATING" },
      ],
      [
        "grades that do not show their scale",
        { "a.qrels": "q 0 d1 1\nq 0 d2 3\n" },
        {},
        { code: "INVALID_SCALE", details: { grades: [1, 3] } },
      ],
      ["no scale", { "a.qrels": "q 0 d1 1\n" }, { scale: "five" }, { code: "INVALID_SCALE" }],
      ["negative grades alone", { "a.qrels": "q 0 d1 -1\n" }, { scale: "0-3" }, { code: "EMPTY_FILE" }],
      ["no rating at all", { "a.csv": "query,docid,Ann\nq,d1,\n" }, {}, { code: "EMPTY_FILE" }],
      ["no judgments", { "a.txt": "some text\n" }, {}, { code: "INVALID_FORMAT" }],
    ];
    it.each(cases)("%s", async (_, contents, options, expected) => {
      const database = join(temporaryFolder(), "ratings.db");
      await expect(importing(contents, { ...options, database })).rejects.toThrow(expect.objectContaining(expected));
      expect(existsSync(database)).toBe(false);
    });

    it("a database on another scale", async () => {
      const { database } = await importing({ "a.qrels": "q 0 d1 5\n" }, { scale: "1-5" });
      await expect(importing({ "b.qrels": "q 0 d2 0\n" }, { scale: "0-3", database })).rejects.toThrow(
        expect.objectContaining({ code: "INVALID_SCALE" }),
      );
      // Without --scale, the scale of the database applies.
      await expect(importing({ "b.qrels": "q 0 d2 0\n" }, { database })).rejects.toThrow(
        expect.objectContaining({ code: "INVALID_RATING" }),
      );
      expect(ratingsOf(database)).toEqual([["q", "d1", "imported", 5]]);
    });

    it("a missing file", async () => {
      const options = { import: ["/no/such/file.csv"], db: join(temporaryFolder(), "r.db") };
      await expect(importRatings(undefined, options)).rejects.toThrow(
        expect.objectContaining({ code: "FILE_NOT_FOUND" }),
      );
    });
  });
});

describe("a full disk", () => {
  it.for([0, 8, 40])("with %i kB left fails without leaving a new database", async (kilobytes, { skip }) => {
    const disk = smallDisk();
    if (disk === null) return skip("no small disk may be mounted here");
    writeFileSync(join(disk, "filler"), Buffer.alloc((1024 - kilobytes) * 1024));
    const rows = Array.from({ length: 900 }, (_, row) => `q${row},d${row},Ann,${row % 4}\n`);
    const contents = { "ann.csv": `query,id,rater,grade\n${rows.join("")}` };
    const failing = importing(contents, { database: join(disk, "ratings.db"), scale: "0-3" });
    await expect(failing).rejects.toThrow(/ratings\.db: the disk (is|failed, or is) full/);
    expect(readdirSync(disk)).toEqual(["filler"]);
  });
});

it("makes a single database if another program makes the same one at the same time", () => {
  const database = join(temporaryFolder(), "ratings.db");
  const fillings = ["outer", "inner"];
  const fill = (store: RatingStore) => {
    if (fillings.pop() === "inner") RatingStore.fill(database, fill);
    store.addImported(
      [{ query: "q", queryId: null, id: "d", title: "T", rater: "Ann", grade: 2 }],
      parseRatingScale("1-5"),
    );
  };
  RatingStore.fill(database, fill);
  expect(readRatingSet(database).ratings).toHaveLength(1);
  expect(readdirSync(dirname(database)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});
