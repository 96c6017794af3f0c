import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readPageScript } from "../../src/rating/read-page-script.ts";
import { root } from "../support/run-cli.ts";

it("reads what was compiled, one module without imports", () => {
  const script = readPageScript();
  expect(script).toBe(readFileSync(join(root, "dist/rating/page/page.js"), "utf8"));
  expect(script).not.toMatch(/^\s*import\s/m);
});
