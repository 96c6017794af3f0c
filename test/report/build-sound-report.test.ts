import { describe, expect, it } from "vitest";
import { buildRunReport } from "../../src/report/content/build-run-report.ts";
import type { ReportDocuments } from "../../src/report/content/report-inputs.ts";
import { noDocuments } from "../../src/report/report-documents.ts";
import { buildSoundReport } from "../../src/report/report-files.ts";
import { makeReportInputs } from "../support/make-report.ts";

const roles = Object.keys(noDocuments) as (keyof ReportDocuments)[];
const inputs = makeReportInputs();
const files = new Map(roles.map((role) => [role, `${role}.json`]));

describe("buildSoundReport", () => {
  it("returns the report if all documents are sound, and if there are no documents", () => {
    expect(buildSoundReport(inputs, files)).toEqual(buildRunReport(inputs));
    const none = { ...inputs, documents: noDocuments };
    expect(buildSoundReport(none, new Map())).toEqual(buildRunReport(none));
  });

  describe("errors", () => {
    it.each([
      ["validation", { pairs: [null] }],
      ["validation", { limits: 7 }],
      ["estimate", { engines: null }],
      ["estimate", { cautions: [{}] }],
      ["policies", { sensitivity: {} }],
      ["fidelity", { examples: 1 }],
      ["agreement", { krippendorff: null }],
      ["rerank", { features: null }],
    ] as const)(
      "buildSoundReport names the file of the %s document if the document contains the wrong part %j",
      (role, part) => {
        const documents = { ...inputs.documents, [role]: { ...inputs.documents[role], ...part } };
        expect(() => buildSoundReport({ ...inputs, documents }, files)).toThrow(
          expect.objectContaining({
            code: "INVALID_FORMAT",
            message: expect.stringMatching(new RegExp(`^Reading ${role}\\.json: a part is missing.*Create it again`)),
          }),
        );
      },
    );

    it.each([{ warnings: [null] }, { references: {} }])(
      "buildSoundReport names the summary, not a document, if the summary contains the wrong part %j",
      (part) => {
        const summary = { ...inputs.summary, ...part } as unknown as NonNullable<typeof inputs.summary>;
        const message = expect.stringMatching(/^Reading .*summary\.json: a part is missing/);
        for (const documents of [inputs.documents, noDocuments]) {
          expect(() => buildSoundReport({ ...inputs, summary, documents }, files)).toThrow(
            expect.objectContaining({ code: "INVALID_FORMAT", message }),
          );
        }
      },
    );

    it("buildSoundReport does not name a document if the report also fails without documents", () => {
      const broken = { ...inputs, stored: { ...inputs.stored, queries: null as never }, documents: noDocuments };
      expect(() => buildSoundReport(broken, new Map())).toThrow(TypeError);
    });
  });
});
