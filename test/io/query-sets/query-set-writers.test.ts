/** Do written query sets read back the same? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QueryTable } from "../../../src/core/types.ts";
import { readQueries } from "../../../src/io/query-sets/read-pairs.ts";
import { queryWriters } from "../../../src/io/query-sets/write-queries.ts";
import { fileWith, textOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

function tableOf(texts: readonly string[], ids: readonly string[] | null): QueryTable {
  return { source: "made", ids, texts, lines: Int32Array.from(texts, (_, row) => row + 1) };
}

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((value) => value.replace(/\s+/g, " ").trim())
  .filter((value) => value !== "" && !value.includes("\ufeff") && !/^[[{"]/.test(value));

describe("queryWriters", () => {
  it.each(queryWriters.map((writer) => [writer.name, writer] as const))(
    "%s gives back its texts",
    async (_, writer) => {
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 6 }), fc.boolean(), async (texts, hasIds) => {
          const ids = hasIds ? texts.map((_text, row) => `q${row}`) : null;
          const written = textOf(writer.write(tableOf(texts, ids)));
          const { queries } = await readQueries(fileWith(written));
          expect(queries.texts).toEqual(texts);
          if (writer.holdsIds && hasIds) expect(queries.ids).toEqual(ids);
        }),
        { ...runs, numRuns: 100 },
      );
    },
  );

  // sha256("phone") begins so: printf phone | sha256sum
  it("gives BEIR's queries the ids that label's files have", () => {
    const writer = queryWriters.find(({ name }) => name === "beir-queries");
    expect(textOf(writer?.write(tableOf(["phone"], null)) ?? [])).toBe('{"_id":"45569da57f4b7bf4","text":"phone"}\n');
  });

  it("keeps white space inside a text from breaking lines", () => {
    const writer = queryWriters.find(({ name }) => name === "queries-tsv");
    expect(textOf(writer?.write(tableOf(["a\tb\nc"], ["q"])) ?? [])).toBe("q\ta b c\n");
  });
});
