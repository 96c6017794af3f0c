/** Are titles equal if, and only if, they differ just in how programs wrote them? */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  beginningOfCut,
  cleanTitle,
  isGeneric,
  isPlaceholder,
  isUntitled,
  looksMisread,
  titleKey,
} from "../../../src/core/titles/clean-title.ts";
import { runs } from "../../support/property.ts";

describe("cleanTitle", () => {
  test.each([
    { what: "entities", title: "Fish &amp; chips &#8211; a &quot;history&quot;", clean: 'Fish & chips - a "history"' },
    { what: "entities of entities", title: "R&amp;amp;D", clean: "R&D" },
    { what: "HTML", title: "H<sub>2</sub>O and <i>E. coli</i>", clean: "H2O and E. coli" },
    { what: "escaped HTML", title: "&lt;b&gt;Bold&lt;/b&gt; claims", clean: "Bold claims" },
    { what: "tags between words", title: "<p>One</p><p>Two</p>Three<br/>Four", clean: "One Two Three Four" },
    { what: "JATS", title: "<jats:italic>In vivo</jats:italic> tests", clean: "In vivo tests" },
    {
      what: "MathML with its TeX",
      title: '<mml:math><mml:mi>x</mml:mi><mml:annotation encoding="tex">x^2</mml:annotation></mml:math> rays',
      clean: "x rays",
    },
    {
      what: "TeX without MathML",
      title: '<inline-formula><tex-math notation="LaTeX">$H_{\\infty}$</tex-math></inline-formula> control',
      clean: "H∞ control",
    },
    { what: "Scopus tags", title: "TiO<inf>2</inf> and <hi>A. thaliana</hi>", clean: "TiO2 and A. thaliana" },
    { what: "tags that are never closed", title: "Green <i>tea and <br> more", clean: "Green tea and more" },
    { what: "HTML in capitals", title: "CO<SUB>2</SUB> in <P>seas</P>", clean: "CO2 in seas" },
    { what: "capital tags that are never closed", title: "Levels of CO<SUB>2 in", clean: "Levels of CO2 in" },
    {
      what: "tags with other prefixes",
      title: "<ce:italic>E. coli</ce:italic> and <m:mi>x</m:mi>",
      clean: "E. coli and x",
    },
    { what: "tags with any prefix and a partner", title: "<dc:title>Green tea</dc:title>", clean: "Green tea" },
    { what: "a line break between spaces", title: "Green tea <br> and health", clean: "Green tea and health" },
    { what: "a single capital paragraph", title: "Green tea<P>Health", clean: "Green tea Health" },
    { what: "tags around spaces", title: "The <i> E. coli </i> genome", clean: "The E. coli genome" },
    { what: "CDATA", title: "<![CDATA[Green tea]]>", clean: "Green tea" },
    { what: "a list with one text", title: "['Green tea']", clean: "Green tea" },
    { what: "LaTeX", title: "{DNA} repair in {\\it Escherichia coli}", clean: "DNA repair in Escherichia coli" },
    {
      what: "LaTeX accents",
      title: "P\\'olya, M\\\"{u}ller and Fran\\c{c}ois",
      clean: "Pólya, Müller and François",
    },
    { what: "LaTeX letters", title: "Stra{\\ss}e, \\O rsted", clean: "Straße, Ørsted" },
    {
      what: "LaTeX punctuation in words",
      title: "Parkinson\\textquoteright s 1914\\textendash 1918",
      clean: "Parkinson's 1914-1918",
    },
    { what: "formulas", title: "The $\\alpha$-helix and CO$_2$", clean: "The α-helix and CO2" },
    { what: "symbols before a letter", title: "$\\Lambda$CDM with $\\mu$m dust", clean: "ΛCDM with μm dust" },
    { what: "symbols before a digit", title: "A $\\beta$2 receptor at $\\geq$5", clean: "A β2 receptor at ≥5" },
    { what: "displayed formulas", title: "Bounds for $$x^2$$ and more", clean: "Bounds for x2 and more" },
    { what: "LaTeX quotes", title: "A ``good'' idea", clean: 'A "good" idea' },
    { what: "compatibility forms", title: "Ｆｕｌｌ ﬁeld №1", clean: "Full field No1" },
    { what: "canonical forms", title: "cafe\u0301", clean: "café" },
    { what: "invisible characters", title: "\ufeffso\u00adft\u200b ware\u2060", clean: "soft ware" },
    { what: "dashes", title: "1914–1918 — a ‐ b −1", clean: "1914-1918 - a - b -1" },
    { what: "quotes", title: "“Don’t” «say» ‘so’", clean: '"Don\'t" "say" \'so\'' },
    { what: "white space", title: "\t a\u00a0 b\r\n\u3000c ", clean: "a b c" },
  ])("normalises $what", ({ title, clean }) => {
    expect(cleanTitle(title)).toBe(clean);
  });

  test.each([
    "AT&T",
    "List<String> in Java",
    "a < b > c",
    "from $5 to $10 a day",
    "C++ & C#",
    "HTML <b> tag",
    'The difference between <b>, "<em>" and (<strong>)',
    "How to use <xsl:for-each> in a stylesheet",
    "<h:form> and <f:ajax>",
    "<jsp:include>",
    "Convert Vec<U> to Vec<S> in Rust",
    "Vec<U>をVec<S>に変換",
    "List<Table>",
    "List<A extends B>",
    "Remove the <br> tag",
    "Which element, <hr> or <p>?",
    "the </p> tag",
    "Why is </li> optional?",
    "1 < 2",
    "日本語の本",
    "Ångström",
  ])("leaves %j unchanged", (title) => {
    expect(cleanTitle(title)).toBe(title);
  });

  it("does not change a title that is already clean", () => {
    const pieces = fc.constantFrom(
      "a",
      " ",
      "-",
      "–",
      "“",
      "\u00ad",
      "é",
      "e\u0301",
      "$",
      "x",
      ".",
      "Ω",
      "<i>",
      "\u00a0",
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((texts) => texts.join("")),
        (title) => {
          expect(cleanTitle(cleanTitle(title))).toBe(cleanTitle(title));
        },
      ),
      runs,
    );
  });

  // Quadratic time would take hours here. A linear pass takes seconds on the slowest machine.
  test.each(["<", "<a ", "<!--", "&", "<b>", "$a ", "\\", "\\' ", "{", "<annotation>", "é ", "...", "[...", "--"])(
    "takes linear time for a title that repeats %j a million times",
    (piece) => {
      const title = `${piece.repeat(1_000_000)}x`;
      expect([titleKey(title), beginningOfCut(title), isUntitled(cleanTitle(title))]).toHaveLength(3);
    },
  );

  it("handles 100,000 nested tags", () => {
    expect(cleanTitle(`${"<b>".repeat(100_000)}x${"</b>".repeat(100_000)}`)).toBe("x");
  });
});

describe("titleKey", () => {
  it("is equal for titles that differ only in letter case", () => {
    expect(titleKey("Deep LEARNING: État de l'art")).toBe(titleKey("deep learning: état DE l'art"));
  });

  it.each([
    "Green tea.",
    "green tea …",
    "Green  tea*",
    "GREEN TEA...",
    "<b>Green</b> tea",
    " Green\u00a0tea",
    "[Green tea].",
    "Green tea。",
  ])('is equal for "Green tea" and %j', (title) => {
    expect(titleKey(title)).toBe("green tea");
  });

  it("treats letters with unusual capitals as equal in upper and lower case", () => {
    // Unicode 15, CaseFolding.txt: 00DF becomes 0073 0073.
    expect(titleKey("Straße und Größe")).toBe(titleKey("STRASSE UND GRÖSSE"));
    expect(titleKey("İstanbul")).toBe(titleKey("istanbul"));
  });

  it("ignores the kind of quotes", () => {
    expect(new Set(["A “good” idea", 'A "good" idea', "A ‘good’ idea", "A ``good'' idea"].map(titleKey)).size).toBe(1);
  });

  it("ignores spaces before punctuation, because library catalogues add them", () => {
    expect(titleKey("Green tea : why ? A review")).toBe(titleKey("Green tea: why? A review"));
  });

  it.each([
    { name: "a part in brackets", one: "[Green] tea", other: "Green tea" },
    { name: "accents", one: "é", other: "e" },
    { name: "a star after a letter", one: "Search with A*", other: "Search with A" },
    { name: "a tag as a word", one: "HTML <b> tag", other: "HTML <i> tag" },
    { name: "a number", one: "Volume 3", other: "Volume 4" },
    { name: "a closing question mark", one: "Why?", other: "Why" },
  ])("distinguishes titles that differ by $name", ({ one, other }) => {
    expect(titleKey(one)).not.toBe(titleKey(other));
  });
});

describe("beginningOfCut", () => {
  it.each(["…", "...", " …", " [...]", "[…]"])("returns the text before the ending %j", (end) => {
    expect(beginningOfCut(`Deep learning for medical im${end}`)).toBe("deep learning for medical im");
  });

  it.each(["Deep learning for medical images", "To be or…", "Deep learning … for medical images"])(
    "returns null for %j, which does not seem to be cut",
    (title) => {
      expect(beginningOfCut(title)).toBeNull();
    },
  );
});

describe("isUntitled and isGeneric", () => {
  it.each([
    "",
    "-",
    "—",
    "...",
    "?",
    "n/a",
    "N/A",
    "[No title available]",
    "Untitled",
    "null",
    "(title not available)",
    "Untitled Document",
    "[Ohne Titel]",
    "Sans titre",
    "(sin título)",
    "Без названия",
    "无标题",
    "#REF!",
    "#NAME?",
    "[object Object]",
    "Title not provided",
    "No title supplied.",
  ])("%j is not a title", (title) => {
    expect(isUntitled(cleanTitle(title))).toBe(true);
    expect(isPlaceholder(cleanTitle(title))).toBe(title !== "");
  });

  it.each([
    "1984",
    "😀",
    "C++",
    "It",
    "Nana",
    "Untitled works of the 20th century",
    "Title insurance",
    "#Hope!",
    "日本",
  ])("%j is a title", (title) => {
    expect(isUntitled(cleanTitle(title))).toBe(false);
  });

  it("isGeneric recognises titles that many works have", () => {
    expect(
      ["Editorial", "BOOK REVIEWS.", "Table of contents", "Index", "Vorwort", "Éditorial", "前言"].every(isGeneric),
    ).toBe(true);
    expect(["An introduction to botany", "Index funds", "Letters from Rome"].some(isGeneric)).toBe(false);
  });
});

describe("looksMisread", () => {
  it.each(["cafÃ© culture", "donâ€™t", "naÃ¯ve Bayes", "10 Â°C"])(
    "recognises UTF-8 that was read as windows-1252: %j",
    (title) => {
      expect(looksMisread(title)).toBe(true);
    },
  );

  it.each(["café", "Ângela São", "Ålesund", "PÂTÉ", "À la carte"])("does not call %j misread", (title) => {
    expect(looksMisread(title)).toBe(false);
  });
});
