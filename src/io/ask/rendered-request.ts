/** What goes out to a server? */

export interface RenderedRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly body: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
}
