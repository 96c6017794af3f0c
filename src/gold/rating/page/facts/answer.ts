/** How did the server answer, and what does that say of the connection? */

/** `status` 0: nobody answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Connection = "well" | "away" | "locked" | "failing" | "stale" | "unknown-token";

/** A pool that is not the one of this page. */
export const staleAnswer: Answer = { status: 409, body: null };

/** A refusal is an answer, too: the connection is well. */
export function connectionOf({ status }: Answer): Connection {
  if (status === 0) return "away";
  if (status === 403) return "unknown-token";
  if (status === 409) return "stale";
  if (status === 503) return "locked";
  return status >= 500 ? "failing" : "well";
}

/** Whether the same may go well later by itself. */
export function isPassing(connection: Connection): boolean {
  return connection === "away" || connection === "locked" || connection === "failing";
}

/** Milliseconds until the next attempt: half a second, then twice as long each time, up to eight seconds. */
export function retryDelay(failures: number): number {
  return 500 * 2 ** Math.min(4, failures);
}

/** The code of a refusal; the status where it has none. */
export function codeOf({ status, body }: Answer): string {
  return (body as { error?: { code?: string } } | null)?.error?.code ?? String(status);
}
