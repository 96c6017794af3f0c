/**
 * When do two identifiers name the same document?
 * One DOI, ISBN or URL is written in many ways; anything else must be equal as read.
 */

const doiPattern = /^(?:(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i;
const isbnPattern = /^(?:isbn(?:-1[03])?:?\s*)?((?:97[89][- ]?)?\d(?:[- ]?\d){8}[- ]?[\dx])$/i;
const urlPattern = /^https?:\/\/(?:www\.)?([^/?#]+)([^#]*)/i;

/**
 * The form of an identifier that equal identifiers share. "" stays "" and equals nothing.
 * DOI: without resolver and prefix, lower case (ISO 26324). ISBN: 13 digits. URL: without scheme, `www.`,
 * fragment and closing slash, host in lower case. Anything else: trimmed.
 */
export function identifierKey(identifier: string): string {
  const trimmed = identifier.trim();
  const doi = doiPattern.exec(trimmed);
  if (doi?.[1] !== undefined) return `doi:${doi[1].toLowerCase()}`;
  const isbn = isbnPattern.exec(trimmed);
  if (isbn?.[1] !== undefined) {
    const digits = isbn[1].replace(/[- ]/g, "").toUpperCase();
    if (digits.length === 13) return isIsbn13(digits) ? `isbn:${digits}` : trimmed;
    return isIsbn10(digits) ? `isbn:${toIsbn13(digits)}` : trimmed;
  }
  const url = urlPattern.exec(trimmed);
  if (url?.[1] !== undefined) return `url:${url[1].toLowerCase()}${(url[2] ?? "").replace(/\/$/, "")}`;
  return trimmed;
}

/** Check digits keep plain numbers of ten digits from being read as an ISBN. */
function isIsbn10(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < 10; place++) {
    sum += (10 - place) * (digits[place] === "X" ? 10 : Number(digits[place]));
  }
  return sum % 11 === 0;
}

function isIsbn13(digits: string): boolean {
  return checkDigit13(digits.slice(0, 12)) === digits[12];
}

function toIsbn13(isbn10: string): string {
  const body = `978${isbn10.slice(0, 9)}`;
  return body + checkDigit13(body);
}

function checkDigit13(twelve: string): string {
  let sum = 0;
  for (let place = 0; place < 12; place++) sum += Number(twelve[place]) * (place % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
