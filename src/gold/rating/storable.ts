/**
 * Which text survives the way into the database and back?
 */

/** libsql cuts text off at a NUL, and halves of surrogate pairs have no UTF-8: both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "\ufffd").replace(/\p{Surrogate}/gu, "\ufffd");
}
