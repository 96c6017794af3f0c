import { describe, expect, it } from "vitest";
import { requireOneStandardInput } from "../../src/io/require-one-standard-input.ts";

describe("requireOneStandardInput", () => {
  it.each([[[]], [["-"]], [["a.csv", "-", null, "./-"]]])("takes %j", (paths) => {
    expect(() => requireOneStandardInput(paths)).not.toThrow();
  });

  it("refuses to read standard input twice", () => {
    expect(() => requireOneStandardInput(["-", "a.csv", "-"])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("may stand for one file") }),
    );
  });
});
