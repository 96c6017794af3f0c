import { describe, expect, it } from "vitest";
import { renderBlocks } from "../../../src/core/text/render-blocks.ts";

describe("renderBlocks", () => {
  it("puts an empty line between blocks and ends with a line feed", () => {
    expect(renderBlocks([["a", "b"], ["c"]])).toBe("a\nb\n\nc\n");
  });

  it("lets nothing act on a terminal", () => {
    expect(renderBlocks([["a\u001b[31mb"]])).not.toContain("\u001b");
  });
});
