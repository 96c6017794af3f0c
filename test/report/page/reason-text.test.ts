import { expect, test } from "vitest";
import { reasonText } from "../../../src/report/page/reason-text.ts";

test.each(["no-reference", "no-candidate-results", "no-positive-label", "not-rated"] as const)(
  "%s is said in words of its own",
  (reason) => {
    expect(reasonText(reason)).toMatch(/^not measured: [a-z 0]+$/);
    expect(reasonText(reason)).not.toContain(reason);
  },
);
