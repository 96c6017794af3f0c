/**
 * How is the user's data shown without acting on the terminal it is shown in?
 */

/** Each control character, line break and mark that turns the writing direction becomes U+FFFD; the length stays. */
export function inert(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
