/** Are the token ids the same as those of Hugging Face's tokenizers? */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { bundledModel, modelPath } from "../../../src/model/embed/model-folder.ts";
import { loadTokenizer } from "../../../src/model/embed/tokenizer.ts";
import { hasShared, sharedFolder } from "../../support/shared.ts";

const CLS = 101;
const SEP = 102;
const UNKNOWN = 100;

let tokenizer: Awaited<ReturnType<typeof loadTokenizer>>;

beforeAll(async () => {
  tokenizer = await loadTokenizer(modelPath(bundledModel, null), 256);
});

describe("loadTokenizer", () => {
  // Computed with tokenizers 0.23.3 (Python) from the same tokenizer.json.
  it.each([
    ["", [101, 102]],
    ["Crème BRÛLÉE", [101, 13675, 21382, 7987, 9307, 2063, 102]],
    ["cafe\u0301", [101, 7668, 102]],
    ["straße", [101, 2358, 27807, 102]],
    ["İstanbul", [101, 9960, 102]],
    ["don't—stop…", [101, 2123, 1005, 1056, 1517, 2644, 1529, 102]],
    ["tab\tnew\nline", [101, 21628, 2047, 2240, 102]],
    ["\u200bzero\u00adwidth", [101, 5717, 9148, 11927, 2232, 102]],
    ["½ ² ①", [101, 1092, 1082, 100, 102]],
    ["🍐 pear", [101, 100, 28253, 102]],
    ["한국어", [101, 1469, 30006, 30021, 29991, 30014, 30020, 29999, 30008, 102]],
    // Marks other than Latin accents.
    ["ガイド", [101, 1700, 30221, 30240, 102]],
    ["שָׁלוֹם", [101, 1266, 29799, 29792, 29800, 102]],
    ["हिन्दी", [101, 1339, 29877, 29863, 29861, 29878, 102]],
    ["العَرَبِيَّة", [101, 1270, 23673, 29830, 17149, 29816, 14498, 19433, 102]],
    // Characters of more than 16 bits are separated, too.
    ["a𠀀b", [101, 1037, 100, 1038, 102]],
    ["𠮷野家 ramen", [101, 100, 1963, 1825, 8223, 2368, 102]],
  ])("returns the token ids that Hugging Face's tokenizers return for %j", (title, ids) => {
    expect(tokenizer.tokenise(title).ids).toEqual(ids);
  });

  it("cuts titles to 256 tokens and keeps [SEP]", () => {
    const whole = tokenizer.tokenise("pear ".repeat(254));
    expect(whole).toMatchObject({ isTruncated: false });
    expect(whole.ids).toHaveLength(256);
    const cut = tokenizer.tokenise("pear ".repeat(255));
    expect(cut.isTruncated).toBe(true);
    expect(cut.ids).toEqual(whole.ids);
    expect(cut.ids[0]).toBe(CLS);
    expect(cut.ids.at(-1)).toBe(SEP);
    expect(tokenizer.tokenise("pear ".repeat(9000)).ids).toEqual(whole.ids);
  });

  it("cuts titles to the given number of tokens", async () => {
    const short = await loadTokenizer(modelPath(bundledModel, null), 8);
    const { ids, isTruncated } = short.tokenise("one two three four five six seven");
    expect(ids).toHaveLength(8);
    expect([ids[0], ids.at(-1), isTruncated]).toEqual([CLS, SEP, true]);
  });

  it("marks titles that have unknown tokens", () => {
    expect(tokenizer.tokenise("🍐 pear").hasUnknown).toBe(true);
    expect(tokenizer.tokenise("pear").hasUnknown).toBe(false);
    // Only the tokens that the model sees count.
    expect(tokenizer.tokenise(`${"pear ".repeat(255)} 🍐`).hasUnknown).toBe(false);
    expect(tokenizer.tokenise("🍐").ids).toContain(UNKNOWN);
  });
});

describe.skipIf(!hasShared)("golden/embedding", () => {
  it("contains the token ids that the tokenizer returns", () => {
    const golden: { texts: string[]; token_ids: number[][] } = JSON.parse(
      readFileSync(`${sharedFolder}golden/embedding/minilm.json`, "utf8"),
    );
    expect(golden.texts).toHaveLength(51);
    for (const [place, text] of golden.texts.entries()) {
      expect(tokenizer.tokenise(text).ids, text).toEqual(golden.token_ids[place]);
    }
  });
});
