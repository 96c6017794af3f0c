/** The first line of a text that is not blank, for formats that recognise themselves by it; "" where there is none. */
export function firstLine(text: string): string {
  return text.split(/\r?\n/, 100).find((line) => line.trim() !== "") ?? "";
}
