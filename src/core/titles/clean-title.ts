/** Removes markup and encodings from titles, and compares titles. All steps take linear time. */
import { decodeHTMLStrict } from "entities";
import { type Hash, oneWordKey, withOneTypography } from "./keys.ts";

/** Matches most titles. They need no cleaning, unless `needsCleaning` also matches. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/;
const needsCleaning = /[&<\\{}$`]|--|''|^\[["']/;

/** Maximum number of times to decode entities. Some programs escape them repeatedly: `&amp;lt;i&amp;gt;`. */
const MOST_ESCAPES = 3;

/**
 * Returns the title for comparing and embedding: entities decoded, tags removed (HTML, JATS, MathML with prefixes),
 * LaTeX converted to text, Unicode NFKC, no invisible characters, one kind of dash, two kinds of quotes, single spaces.
 */
export function cleanTitle(title: string): string {
  if (plainWords.test(title) && !needsCleaning.test(title)) return title;
  return withOneTypography(withoutLatex(withoutTags(withoutEntities(title)))).replace(oneTextList, "$2");
}

/** Some programs write a list with one title as `['Green tea']`. */
const oneTextList = /^\[(["'])(.*)\1\]$/;

export function withoutEntities(escaped: string): string {
  let text = escaped;
  for (let time = 0; time < MOST_ESCAPES && text.includes("&"); time++) {
    const next = decodeHTMLStrict(text);
    if (next === text) break;
    text = next;
  }
  return text;
}

/** Names of HTML elements, including TEI's `hi` and Scopus' `inf`. */
const html =
  "a|abbr|acronym|b|bdi|bdo|big|blockquote|br|center|cite|code|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hi|hr|i|img|inf|ins|kbd|" +
  "li|mark|nobr|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|title|tr|tt|u|ul|var|wbr";
const jats =
  "alternatives|bold|break|ext-link|fn|inline-formula|inline-graphic|italic|monospace|named-content|overline|roman|sc|scp|" +
  "sans-serif|styled-content|tex-math|underline|xref";
const mathMl =
  "annotation|annotation-xml|maction|math|menclose|mfenced|mfrac|mi|mmultiscripts|mn|mo|mover|mpadded|mphantom|" +
  "mprescripts|mroot|mrow|ms|mspace|msqrt|mstyle|msub|msubsup|msup|mtable|mtd|mtext|mtr|munder|munderover|semantics";
/** Usual prefixes of JATS, MathML, TEI, XHTML and Elsevier's XML. */
const usualPrefix = /^(?:ce|jats|m|mathml|mml|ns\d|tei|xhtml)$/i;
/** Only matches tags with a known name or a prefix, so "List<String>" and "a < b" are not tags. */
const tag = new RegExp(
  `<!--[^<>]*-->|<!\\[CDATA\\[|\\]\\]>|<(/?)(?:([a-z]{1,20}):([a-z][a-z\\d-]*)|(${html}|${jats}|${mathMl}))` +
    "(?:\\s[^<>=]*=[^<>]*|\\s*)/?>",
  "gi",
);
const bareTag = /^<\/?[\w:-]+>$/;
const betweenWords =
  /^(?:blockquote|br|break|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|thead|title|tr|ul)$/i;
/** Elements that repeat a MathML formula in TeX. Their text is removed, but only if the title contains MathML. */
const repeatsFormula = /^(?:annotation|annotation-xml|tex-math)$/i;
const beginsMathMl = /<(?:[a-z]{1,20}:)?math[\s>]/i;
const isNeverClosed = /^(?:br|break|hr|img|p|wbr)$/i;
const isAboutTags = /\b(?:tags?|elements?)\b/i;
/** Matches types, as in `Vec<U>` and `List<Table>`, but not longer tags in one letter case, as in `CO<SUB>2`. */
const typeName = /^<[A-Z](?:[a-z]|>)/;

function withoutTags(text: string): string {
  if (!text.includes("<")) return text;
  let clean = "";
  let from = 0;
  let formula: number | null = null;
  const repeats = beginsMathMl.test(text);
  const tags = Array.from(text.matchAll(tag), ({ 0: whole, 1: slash, 2: prefix, 3: prefixed, 4: plain, index }) => {
    const isUsual = prefix === undefined || usualPrefix.test(prefix);
    return { whole, index, closes: slash === "/", isUsual, name: (prefixed ?? plain ?? "").toLowerCase() };
  });
  const opened = namesOf(false);
  const closed = namesOf(true);
  const allAlone = tags.every(isAlone);
  for (const one of tags) {
    const { whole, index, closes, name } = one;
    if (formula === null && isWord(one)) continue;
    if (formula === null) clean += text.slice(from, index);
    if (repeats && repeatsFormula.test(name) && !whole.endsWith("/>")) formula = closes ? null : (formula ?? index);
    else if (formula === null && betweenWords.test(name)) clean += " ";
    from = index + whole.length;
  }
  return clean + text.slice(formula ?? from);

  function namesOf(closing: boolean): ReadonlySet<string> {
    return new Set(tags.flatMap(({ closes, name }) => (closes === closing ? [name] : [])));
  }

  /** Returns whether a tag without a partner is a word, as in "The <b> tag", "<xsl:sort>" and "List<Table>". */
  function isWord(one: Tag): boolean {
    if ((one.closes ? opened : closed).has(one.name)) return false;
    if (!one.isUsual) return true;
    if (!bareTag.test(one.whole)) return false;
    if (isNeverClosed.test(one.name)) return allAlone && isAboutTags.test(text);
    return isAlone(one) || (typeName.test(one.whole) && /\w/.test(text.charAt(one.index - 1)));
  }

  function isAlone({ index, whole }: Tag): boolean {
    const [before, after] = [text.charAt(index - 1), text.charAt(index + whole.length)];
    return /^[\s("'“]?$/.test(before) && /^[\s.,;:!?)"'”]?$/.test(after);
  }
}

interface Tag {
  readonly whole: string;
  readonly index: number;
  readonly closes: boolean;
  /** Whether the tag has no prefix, or one that markup usually has. */
  readonly isUsual: boolean;
  readonly name: string;
}

const accents = pairs(
  "` \u0300 ' \u0301 ^ \u0302 ~ \u0303 = \u0304 u \u0306 . \u0307 \" \u0308 r \u030a H \u030b v \u030c d \u0323 c \u0327 k \u0328 b \u0331",
);
/** LaTeX commands for parts of words. A space after such a command only ends the command, so the space is removed. */
const partsOfWords = pairs(
  "ss ß o ø O Ø l ł L Ł ae æ AE Æ oe œ OE Œ aa å AA Å i i j j dh ð DH Ð th þ TH Þ textendash - textemdash - " +
    "textquoteright ' textquoteleft ' textquotesingle ' textquotedblleft \" textquotedblright \" textquotedbl \" " +
    "textasciitilde ~ textunderscore _",
);
const symbols = pairs(
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π " +
    "rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ " +
    "Phi Φ Psi Ψ Omega Ω times × cdot · pm ± infty ∞ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ sim ∼ approx ≈ to → rightarrow → " +
    "sqrt √ ell l circ ° partial ∂ nabla ∇",
);
const styleCommands =
  /^(?:text(?:it|bf|rm|sc|tt|sf|sl|up|normal|superscript|subscript)?|math(?:rm|bf|it|cal|bb|sf|frak|scr)?|emph|ensuremath|mbox|operatorname|left|right|displaystyle|it|bf|em|rm|sc|tt|sf)$/;

/** Formulas between dollars. If a digit follows, the formula must contain `\`, `^` or `_`: "$5 to $10" is money. */
const formulaInDollars = /(?<!\\)\$\$?(?![\s$])(?:([^$]+)\$\$?(?!\d)|([^$\\^_]*[\\^_][^$]*)\$\$?)/g;

/** Converts braces, dollars, commands and accents of LaTeX to text. Keeps money such as "$5 to $10". */
function withoutLatex(text: string): string {
  if (!/[\\{}$]/.test(text)) return text;
  return text
    .replace(formulaInDollars, (whole, formula: string | undefined, marked = "") => {
      const text = formula ?? marked;
      // `{}` separates a command at the end of the formula from a letter after the formula.
      return /\s$/.test(text) ? whole : `${text.replace(/[\^_]/g, "")}{}`;
    })
    .replace(
      /\\(?:([`'^"~=.])|([uvHcdbkr])(?=\s|\{))\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\?([a-zA-Z]))/g,
      (
        _,
        sign: string | undefined,
        letter: string | undefined,
        inBraces: string | undefined,
        bare: string | undefined,
      ) => (inBraces ?? bare ?? "") + (accents.get(sign ?? letter ?? "") ?? ""),
    )
    .replace(/\\([a-zA-Z]+)( ?)/g, (_, command: string, space: string) => {
      if (styleCommands.test(command)) return "";
      return partsOfWords.get(command) ?? `${symbols.get(command) ?? command}${space}`;
    })
    .replace(/\\([&%$#_{}])/g, "$1")
    .replace(/[{}]/g, "");
}

/**
 * Returns a key that ignores letter case, brackets around the title, and kinds of quotes. It also ignores a full stop,
 * `…` or `*` at the end, and spaces before punctuation, which library catalogues add.
 */
export function keyOfClean(clean: string): string {
  let end = clean.length;
  while (end > 0 && /[.。।۔*\s]/.test(clean.charAt(end - 1))) end--;
  // A star after one or two letters is part of the name, as in A*. Otherwise it marks a footnote.
  if (clean.charAt(end) === "*" && /(?:^|\s)\S{1,2}$/.test(clean.slice(Math.max(0, end - 3), end))) end++;
  return withoutBrackets(clean.slice(0, end))
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("i\u0307", "i")
    .replaceAll('"', "'")
    .replace(/ (?=[:;,.?!])/g, "");
}

/** PubMed encloses translated titles in brackets. */
function withoutBrackets(title: string): string {
  return /^\[[^[\]]+\]$/.test(title) ? title.slice(1, -1).trim() : title;
}

export interface TitleRules {
  readonly clean: boolean;
  readonly untitled: boolean;
}

export function comparedTitle(title: string, { clean }: TitleRules): string {
  return clean ? cleanTitle(title) : title;
}

/** Returns the text that the model embeds; null for a title without content, which gets no vector. */
export function embeddedTitle(compared: string, { clean, untitled }: TitleRules): string | null {
  if (untitled && isUntitled(compared)) return null;
  return clean ? withoutFrame(compared) : compared;
}

/** Removes a final full stop and brackets, which would change cosines. Keeps an ellipsis, which means missing words. */
export function withoutFrame(clean: string): string {
  return withoutBrackets(/(?<!\.)[.。।۔]$/.test(clean) ? clean.slice(0, -1).trimEnd() : clean);
}

export function titleKey(title: string): string {
  return keyOfClean(cleanTitle(title));
}

export function nameOfTitle(title: string, hash: Hash): string {
  return oneWordKey(null, titleKey(title), hash);
}

/** Returns the beginning of a cut title as a key; null if the title is not cut, or if the key is too short. */
export function beginningOfCut(clean: string): string | null {
  const [end] = /[[(]?(?:\.\.\.|…)[\])]?$/.exec(clean) ?? [];
  if (end === undefined) return null;
  const key = keyOfClean(clean.slice(0, -end.length));
  return key.length >= SHORTEST_CUT ? key : null;
}
const SHORTEST_CUT = 20;

const excelError = /^#[A-Z/0]{3,7}[!?]$/;
const phraseOfPlaceholder =
  /^(?:notitle(?:available|found|given|provided|supplied)?|title(?:is)?(?:missing|unavailable|unknown|not(?:available|found|given|known|provided|supplied)))$/;

const placeholders = lettersOf(
  "n/a, nan, null, none, unknown, undefined, untitled, not available, unknown title, missing title, without title, " +
    "untitled document, not applicable, object object, ohne titel, kein titel, titel nicht verfügbar, " +
    "titel unbekannt, sans titre, titre inconnu, titre non disponible, sin título, título no disponible, sem título, " +
    "título não disponível, senza titolo, titolo non disponibile, zonder titel, geen titel, utan titel, uden titel, " +
    "uten tittel, ei otsikkoa, bez tytułu, bez názvu, без названия, без назви, 无标题, 無標題, 無題, タイトルなし, 제목 없음",
);

/** Returns whether a cleaned title has no content: empty, only punctuation, or a placeholder. */
export function isUntitled(clean: string): boolean {
  return /^[\p{P}\p{Z}]*$/u.test(clean) || isPlaceholder(clean);
}

export function isPlaceholder(clean: string): boolean {
  if (/^[\p{P}\p{Z}]+$/u.test(clean)) return true;
  if (clean.length >= LONGEST_NAME) return false;
  const letters = lettersAlone(clean);
  return placeholders.has(letters) || phraseOfPlaceholder.test(letters) || excelError.test(clean);
}

const genericTitles = lettersOf(
  "editorial, guest editorial, introduction, preface, foreword, index, author index, subject index, contents, " +
    "table of contents, erratum, errata, corrigendum, corrigenda, correction, corrections, retraction, retraction note, " +
    "book review, book reviews, review, reviews, letter, letters, letter to the editor, letters to the editor, news, notes, " +
    "announcements, abstracts, obituary, acknowledgements, acknowledgments, references, bibliography, conclusion, " +
    "conclusions, discussion, summary, appendix, glossary, front matter, back matter, title page, in memoriam, comment, " +
    "commentary, reply, response, cover, front cover, back cover, afterword, epilogue, prologue, editor's note, " +
    "from the editor, from the editors, in this issue, masthead, preamble, home, introduction to the special issue, " +
    "introduction to this issue, vorwort, einleitung, einführung, inhalt, inhaltsverzeichnis, register, nachwort, nachruf, " +
    "berichtigung, rezension, rezensionen, buchbesprechung, buchbesprechungen, literatur, literaturverzeichnis, préface, " +
    "avant-propos, sommaire, table des matières, éditorial, compte rendu, comptes rendus, bibliographie, prefacio, prólogo, " +
    "introducción, índice, reseña, reseñas, bibliografía, prefazione, introduzione, indice, recensioni, prefácio, " +
    "introdução, resenha, предисловие, введение, 序, 序言, 前言, 目录, まえがき, はじめに",
);

/** Returns whether other works are likely to have the same title, such as "Editorial". */
export function isGeneric(clean: string): boolean {
  return clean.length < LONGEST_NAME && genericTitles.has(lettersAlone(clean));
}

const LONGEST_NAME = 40;

function lettersOf(texts: string): ReadonlySet<string> {
  return new Set(texts.split(", ").map(lettersAlone));
}

function lettersAlone(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]+/gu, "");
}

function pairs(text: string): ReadonlyMap<string, string> {
  const words = text.split(" ");
  return new Map(words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? ""] as const] : [])));
}

/** Detects UTF-8 that was read as windows-1252, such as "cafÃ©" or "donâ€™t". */
export function looksMisread(title: string): boolean {
  return /[ÃÅÂ][\u0080-\u00bf\u0152-\u017e\u2018-\u2022\u2039\u203a\u20ac\u2122]|â€|â\u0080/.test(title);
}

export function hasMarkup(title: string): boolean {
  return /[&<]/.test(title) && withoutTags(withoutEntities(title)) !== title;
}
