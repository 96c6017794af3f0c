/**
 * How does the server say no?
 */

/** An answer with an error status; `code` is for the page, the message for people. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 422 | 500 | 503;
  readonly code: string;

  constructor(status: Refusal["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
