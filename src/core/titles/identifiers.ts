import { attempt } from "../attempt.ts";
import { withoutInvisible } from "../text/escape.ts";
import { withoutEntities } from "./clean-title.ts";
import { columnKey, filledCell } from "./keys.ts";

/** Columns whose cells need no prefix like `pmid:`, because the column implies it. The most reliable one is first. */
export const identifierColumns = ["doi", "pmid", "arxiv"] as const;
export type IdentifierKind = (typeof identifierColumns)[number] | "url";

/**
 * Returns the kind of identifier in a column named like `arXiv ID` or `externalIds.DOI`, otherwise null. A column
 * `isbn` does not count, because chapters often have the ISBN of their book.
 */
export function identifierKind(name: string): IdentifierKind | null {
  const key = columnKey(name);
  // Identifiers nested under other names may belong to a journal or to cited works. Some prefixes
  // are XML namespaces of bibliographic data, as in Scopus' `prism:doi`.
  const word = /^(?:(?:externalids|ids)\.|(?:prism|dc|bibo|datacite):)?(doi|pmid|pubmed|arxiv)(?:id)?$/.exec(key)?.[1];
  if (/^(?:url|link|uri)$/.test(key)) return "url";
  return identifierColumns.find((kind) => kind === (word === "pubmed" ? "pmid" : word)) ?? null;
}

const doiPattern =
  /^(?:(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/\s*(?:doi:)?|(?:info:|urn:)?doi[\s:/]*)?(10\.\d{4,9}\/\S+)$/i;
/** Ten digits that begin with four zeros are row numbers, unless hyphens or "ISBN" show that they are an ISBN. */
const isbnPattern = /^(?!0000\d{6}$)(?:(?:urn:)?isbn(?:-1[03])?:?\s*)?((?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dx])$/i;
const pmidPattern =
  /^(?:pmid[\s:]*|(?:https?:\/\/)?(?:pubmed\.ncbi\.nlm\.nih\.gov|www\.ncbi\.nlm\.nih\.gov\/pubmed)\/)(\d{1,9})\/?$/i;
const arxivPattern =
  /^(?:arxiv[\s:]*|(?:https?:\/\/)?(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/)((?:[a-z-]+(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5}))(?:v\d+)?(?:\.pdf)?$/i;
const urlPattern = /^https?:\/\/(?:www\.)?([^/?#]+)([^#]*)/i;

/**
 * Returns one form, such as `pmid:17`, for all notations of a global identifier. Decodes HTML entities. DOI: in lower
 * case (ISO 26324), without resolver and final punctuation. ISBN: 13 digits. PMID: the number. arXiv id: without
 * version and subject class. URL: with the host in lower case and escaped letters decoded, without scheme, `www.`,
 * usual port, fragment, campaign parameters and final slash.
 * @param column - the kind of a cell without a prefix, such as a bare number in a column `pmid`
 * @returns "" for other text
 */
export function globalIdentifier(cell: string, column: IdentifierKind | null = null): string {
  const text = withoutDecimals(withoutInvisible(withoutEntities(cell).normalize("NFKC")).trim());
  if (text === "") return "";
  const doi = doiPattern.exec(text.includes("%") ? (attempt(() => decodeURIComponent(text)) ?? text) : text)?.[1];
  if (doi !== undefined) return doiKey(doi);
  const pmid = pmidPattern.exec(text)?.[1] ?? (column === "pmid" ? /^\d{1,9}$/.exec(text)?.[0] : undefined);
  if (pmid !== undefined) return `pmid:${Number(pmid)}`;
  const arxiv = (arxivPattern.exec(text) ?? (column === "arxiv" ? arxivPattern.exec(`arxiv:${text}`) : null))?.[1];
  if (arxiv !== undefined) return `arxiv:${arxiv.toLowerCase().replace(/\.[a-z]{2}\//, "/")}`;
  const isbn = isbnPattern.exec(text)?.[1];
  if (isbn !== undefined) return isbnKey(isbn.replace(/[- ]/g, "").toUpperCase());
  const url = urlPattern.exec(text);
  return url?.[1] === undefined
    ? ""
    : `url:${url[1].toLowerCase().replace(/:(?:80|443)$/, "")}${pathKey(url[2] ?? "")}`;
}

/** Returns the global identifier of a cell, otherwise its text. "" means that there is no identifier. */
export function identifierKey(cell: string): string {
  return globalIdentifier(cell) || withoutDecimals(filledCell(cell));
}

/** pandas writes the id 17 as 17.0 if a column has missing values. */
function withoutDecimals(text: string): string {
  return text.replace(/^(\d+)\.0+$/, "$1");
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
  return (attempt(() => decodeURI(path)) ?? path)
    .replace(/(?<=[?&])utm_[^&]*(?:&|$)/gi, "")
    .replace(/[?&]+$/, "")
    .replace(/\/$/, "");
}

/** Verifies the check digit, so that other numbers are not read as ISBNs. */
function isbnKey(digits: string): string {
  if (digits.length === 13) return digits === isbn13(digits.slice(0, 12)) ? `isbn:${digits}` : "";
  return isIsbn10(digits) ? `isbn:${isbn13(`978${digits.slice(0, 9)}`)}` : "";
}

function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 10; index++) sum += (10 - index) * (digits[index] === "X" ? 10 : Number(digits[index]));
  return sum % 11 === 0;
}

function isbn13(twelve: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index++) sum += Number(twelve[index]) * (index % 2 === 0 ? 1 : 3);
  return twelve + ((10 - (sum % 10)) % 10);
}
