/** Which identifiers mean the same document, in any notation? */
import { attempt } from "../attempt.ts";
import { withoutInvisible } from "../text/escape.ts";
import { columnKey } from "./keys.ts";

/** Columns whose cells are identifiers of one kind even without its name before them, most decisive first. */
export const identifierColumns = ["doi", "pmid", "arxiv"] as const;
type IdentifierColumn = (typeof identifierColumns)[number];

/**
 * Returns the kind of the identifiers in a column, also named like `arXiv ID` or `externalIds.DOI`; otherwise null.
 * A column `isbn` has none, because chapters often have the ISBN of their book.
 */
export function identifierKind(name: string): IdentifierColumn | null {
  const key = columnKey(name);
  // Other nested identifiers may be those of a journal or of cited works.
  const word = /^(?:(?:externalids|ids)\.)?(doi|pmid|pubmed|arxiv)(?:id)?$/.exec(key)?.[1];
  return identifierColumns.find((kind) => kind === (word === "pubmed" ? "pmid" : word)) ?? null;
}

const doiPattern = /^(?:(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/\s*|(?:info:|urn:)?doi[\s:/]*)?(10\.\d{4,9}\/\S+)$/i;
const isbnPattern = /^(?:isbn(?:-1[03])?:?\s*)?((?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dx])$/i;
const pmidPattern =
  /^(?:pmid[\s:]*|(?:https?:\/\/)?(?:pubmed\.ncbi\.nlm\.nih\.gov|www\.ncbi\.nlm\.nih\.gov\/pubmed)\/)(\d{1,9})\/?$/i;
const arxivPattern =
  /^(?:arxiv[\s:]*|(?:https?:\/\/)?(?:www\.)?arxiv\.org\/(?:abs|pdf)\/)((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5}))(?:v\d+)?(?:\.pdf)?$/i;
const urlPattern = /^https?:\/\/(?:www\.)?([^/?#]+)([^#]*)/i;

/**
 * Returns one form for the many notations of a global identifier: a DOI, ISBN, PMID, arXiv id or
 * web address. DOI: without resolver, prefix and closing punctuation, in lower case (ISO 26324). ISBN: 13 digits.
 * arXiv: without version. Address: without scheme, `www.`, fragment, campaign and closing slash, host in lower case.
 * @param column the kind of a cell without a prefix, such as a bare number in a column `pmid`
 */
export function globalIdentifier(cell: string, column: IdentifierColumn | null = null): string {
  const text = withoutInvisible(cell.normalize("NFKC")).trim();
  if (text === "") return "";
  const doi = doiPattern.exec(text.includes("%") ? (attempt(() => decodeURIComponent(text)) ?? text) : text)?.[1];
  if (doi !== undefined) return doiKey(doi);
  const pmid = pmidPattern.exec(text)?.[1] ?? (column === "pmid" ? /^\d{1,9}$/.exec(text)?.[0] : undefined);
  if (pmid !== undefined) return `pmid:${Number(pmid)}`;
  const arxiv = (arxivPattern.exec(text) ?? (column === "arxiv" ? arxivPattern.exec(`arxiv:${text}`) : null))?.[1];
  if (arxiv !== undefined) return `arxiv:${arxiv.toLowerCase()}`;
  const isbn = isbnPattern.exec(text)?.[1];
  if (isbn !== undefined) return isbnKey(isbn.replace(/[- ]/g, "").toUpperCase());
  const url = urlPattern.exec(text);
  return url?.[1] === undefined ? "" : `url:${url[1].toLowerCase()}${pathKey(url[2] ?? "")}`;
}

/** Like `globalIdentifier`, but also accepts any other text, trimmed. "" stays "" and equals nothing. */
export function identifierKey(cell: string): string {
  return globalIdentifier(cell) || cell.trim();
}

function doiKey(doi: string): string {
  const key = doi
    .replace(/[?#](?:utm_|ref=|source=|via=)\S*$/i, "")
    .replace(/[.,;]+$/, "")
    .toLowerCase();
  const arxiv = /^10\.48550\/arxiv\.(.+?)(?:v\d+)?$/.exec(key)?.[1];
  return arxiv === undefined ? `doi:${key}` : `arxiv:${arxiv}`;
}

function pathKey(path: string): string {
  return path
    .replace(/([?&])utm_[^&]*/gi, "$1")
    .replace(/[?&]+$/, "")
    .replace(/\/$/, "");
}

/** Checks the check digit, so that other numbers of ten or thirteen digits are not read as an ISBN. */
function isbnKey(digits: string): string {
  if (digits.length === 13) return digits === isbn13(digits.slice(0, 12)) ? `isbn:${digits}` : "";
  return isIsbn10(digits) ? `isbn:${isbn13(`978${digits.slice(0, 9)}`)}` : "";
}

function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < 10; place++) sum += (10 - place) * (digits[place] === "X" ? 10 : Number(digits[place]));
  return sum % 11 === 0;
}

function isbn13(twelve: string): string {
  let sum = 0;
  for (let place = 0; place < 12; place++) sum += Number(twelve[place]) * (place % 2 === 0 ? 1 : 3);
  return twelve + ((10 - (sum % 10)) % 10);
}
