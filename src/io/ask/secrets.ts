/** Hides secrets in requests that are printed or stored, because output and files end up in logs. */
import { invalidOption, SemqrelError } from "../../core/errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const secretName =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie2?$|^(?:auth|key|sig|signature)$|(?:^|[-_.])(?:api|access|subscription|auth|private)[-_]?key$|(?:token|secret|password|passwd)$/i;

/** Names such as `nextPageToken` are not secret: their values come from an answer and point to the next page. */
const pagingName = /(?:next|page|pagination|continuation|cursor)[-_]?token$/i;

export function isSecretName(name: string): boolean {
  return secretName.test(name) && !pagingName.test(name);
}

export function secretOf(environment: Environment, name: string): string {
  const value = environment[name]?.trim() ?? "";
  if (value !== "") return value;
  const problem = `the environment has no ${name}, which {env:${name}} needs. Set it (export ${name}=…).`;
  throw new SemqrelError("INVALID_OPTION", `Making a request: ${problem}`, { details: { variable: name } });
}

/** `what` names the value in the error. The error does not contain the value, because it may be a secret. */
export function requireHeaderValue(value: string, what: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw invalidOption(`Making a request: ${what} has characters that are not allowed in a header. Correct its value.`);
}

/** Hides the values of variables, plain or encoded as in URLs or JSON. */
export function maskSecrets(text: string, variables: Iterable<string>, environment: Environment): string {
  let masked = text;
  for (const name of variables) {
    const value = environment[name]?.trim() ?? "";
    if (value === "") continue;
    for (const form of new Set([encodeURIComponent(value), JSON.stringify(value).slice(1, -1), value])) {
      masked = masked.replaceAll(form, `{env:${name}}`);
    }
  }
  return masked;
}

const hidden = "***";
/** Matches a variable, alone or after a scheme such as `Bearer`. */
const namesVariable = /^(?:[A-Za-z][\w-]* )?\{env:\w+\}$/;

/** Hides every value except variables, because any header may contain a secret. */
export function shownHeader(header: string): string {
  const [, name, value = ""] = /^([^\s:]+)\s*:\s*(.*?)\s*$/.exec(header) ?? [];
  if (name === undefined) return hidden;
  return `${name}: ${namesVariable.test(value) ? value : hidden}`;
}

/** Hides user, password, and values of parameters that are usually secret. */
export function shownAddress(url: string): string {
  return shownForm(url.replace(/^([a-z][\w+.-]*:)?\/\/[^/?#]*@/i, (_, scheme = "") => `${scheme}//${hidden}@`));
}

export function shownBody(body: string): string {
  const member = /("((?:[^"\\]|\\.)*)"\s*:\s*)"((?:[^"\\]|\\.)*)"/g;
  const shown = (whole: string, before: string, name: string, value: string) =>
    isSecretName(name) && !namesVariable.test(value) ? `${before}"${hidden}"` : whole;
  return shownForm(body.replace(member, shown));
}

function shownForm(text: string): string {
  const parameter = /(^|[?&])([^=&?#{}"]+)=([^&#]*)/g;
  const shown = (whole: string, before: string, name: string, value: string) =>
    isSecretName(name) && value !== "" && !namesVariable.test(value) ? `${before}${name}=${hidden}` : whole;
  return text.replace(parameter, shown);
}
