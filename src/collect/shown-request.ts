/**
 * What may be printed of a request's parts as they were given?
 * Here nobody has refused secrets yet, and what is printed ends in logs.
 */
import { isSecretName } from "./secrets.ts";

const hidden = "***";
/** A variable, after the name of a scheme at most. */
const namesVariable = /^(?:[A-Za-z][\w-]* )?\{env:\w+\}$/;

/** Name, and variables by name; any other value may be a secret, whatever it is called. */
export function shownHeader(header: string): string {
  const [, name, value = ""] = /^([^\s:]+)\s*:\s*(.*?)\s*$/.exec(header) ?? [];
  if (name === undefined) return hidden;
  return `${name}: ${namesVariable.test(value) ? value : hidden}`;
}

/** Without user, password, and values of parameters that are usually secret. */
export function shownAddress(url: string): string {
  return shownForm(url.replace(/^([a-z][\w+.-]*:)?\/\/[^/?#]*@/i, (_, scheme = "") => `${scheme}//${hidden}@`));
}

/** Without values of keys that are usually secret, in JSON and in forms. */
export function shownBody(body: string): string {
  const member = /("((?:[^"\\]|\\.)*)"\s*:\s*)"((?:[^"\\]|\\.)*)"/g;
  return shownForm(
    body.replace(member, (whole: string, before: string, name: string, value: string) =>
      isSecretName(name) && !namesVariable.test(value) ? `${before}"${hidden}"` : whole,
    ),
  );
}

function shownForm(text: string): string {
  return text.replace(
    /(^|[?&])([^=&?#{}"]+)=([^&#]*)/g,
    (whole: string, before: string, name: string, value: string) =>
      isSecretName(name) && value !== "" && !namesVariable.test(value) ? `${before}${name}=${hidden}` : whole,
  );
}
