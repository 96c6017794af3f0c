/** How does a sentence of a report stand on its page? */
import { pageText } from "./page-text.ts";

/** Escaped; negative numbers with decimals have the minus that they have in tables and plots. */
export function sentenceText(sentence: string): string {
  return pageText(sentence.replace(/(?<=^|[\s([])-(?=\d*\.\d)/g, "−"));
}
