import { describe, expect, it } from "vitest";
import { requireGiven } from "../../src/core/require-given.ts";
import * as stages from "../../src/entries/stages.ts";

describe("requireGiven", () => {
  const needs = { "a text": ["path"], "a list or null": ["names"], "true or false": ["whole"] } as const;

  it("takes what is complete, with what may be there besides", () => {
    const given: { path: string; names: null; whole: boolean; most?: number } = {
      path: "a",
      names: null,
      whole: false,
    };
    expect(() => requireGiven("readAll", given, needs)).not.toThrow();
  });

  it("names all that is missing or of another kind", () => {
    const given = { path: ["a.csv"], whole: "yes" } as never;
    expect(() => requireGiven("readAll", given, needs as never)).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        message: expect.stringMatching(
          /^readAll needs path \(a text\), names \(a list or null\), whole \(true or false\)\./,
        ),
        details: { missing: ["path", "names", "whole"] },
      }),
    );
  });
});

describe("every step that reads files", () => {
  const steps = Object.entries(stages).flatMap(([name, step]) =>
    /Files?$|^(?:compare|suggest|correlate|importRatings|applyCalibration|collectLists|labelLists|planJudging)/.test(
      name,
    ) && typeof step === "function"
      ? [[name, step as (...given: unknown[]) => Promise<unknown>] as const]
      : [],
  );

  it("is looked at here", () => {
    expect(steps.length).toBeGreaterThanOrEqual(27);
  });

  it.each(steps)("%s says what it needs", async (name, step) => {
    const wrong = { labels: 5, references: "a.csv", results: "a.csv", runs: "a.run", folders: {}, queries: [] };
    for (const given of [[{}], [], [null, null, null], ["a"], [{}, {}, {}, {}], [wrong, wrong, wrong, wrong]]) {
      if (name === "reportFiles" && given[0] === "a") continue;
      const error = await Promise.resolve()
        .then(() => step(...given))
        .catch((cause: unknown) => cause);
      expect(error).toMatchObject({ name: "SemqrelError", message: expect.stringMatching(`^${name} needs `) });
    }
  });
});
