import { describe, expect, it } from "vitest";
import { provenanceSection } from "../../../../src/report/content/sections/folder-sections.ts";
import {
  madeOrigin,
  makeReportInputs,
  noDocuments,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

describe("provenanceSection", () => {
  it("shows inputs with their hashes, the model, the options and the versions", () => {
    const section = provenanceSection(makeReportInputs());
    const made = new Map(tableOfSection(section, "provenance-made").rows.map(([name, value]) => [name, value]));
    expect(made.get("model")).toBe("mini (float32)");
    expect(made.get("model sha256")).toBe("a".repeat(64));
    expect(made.get("reference sha256")).toBe("b".repeat(64));
    expect(made.get("semqrel")).toBe("0.1.0");
    expect(made.get("results of other commands")).toBe("validation, estimate, policies, fidelity, agreement, rerank");
    expect(textOfSection(section)).toContain("were made from exactly these labels");
    expect(tableOfSection(section, "provenance-inputs").rows[0]).toEqual([
      "lists/library.csv",
      "csv",
      80,
      "0".repeat(64),
    ]);
    expect(tableOfSection(section, "provenance-options").rows).toContainEqual(["threshold", "0.4"]);
    expect(tableOfSection(section, "provenance-options").rows).toContainEqual(["depth", null]);
    expect(tableOfSection(section, "provenance-counts").rows).toContainEqual(["candidateRows", '{"explorer":84}']);
  });

  it("names the calibration, and omits unknown facts", () => {
    const section = provenanceSection(
      makeReportInputs({
        documents: noDocuments,
        origin: {
          ...{ ...madeOrigin, inputs: [], options: {}, counts: {}, model: null, reference: null },
          calibration: { sha256: "d".repeat(64), method: "ridge" },
        },
      }),
    );
    expect(tableOfSection(section, "provenance-made").rows).toContainEqual(["calibrated by", "ridge"]);
    expect(section.blocks).toHaveLength(1);
  });
});
