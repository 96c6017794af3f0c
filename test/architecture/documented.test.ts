/**
 * Does every public name have a comment? Asks the compiler, which sees what editors show; `npm run docs:api` asks typedoc, which
 * takes longer.
 */
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

const entries = ["index", "entries/measures", "entries/statistics"].map((path) => join(root, "src", `${path}.ts`));

it("every public function, class, type and constant has a comment", { timeout: 120_000 }, () => {
  const read = ts.readConfigFile(join(root, "src/tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, join(root, "src"));
  const program = ts.createProgram(entries, options);
  const checker = program.getTypeChecker();
  const names = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry);
    const symbol = file && checker.getSymbolAtLocation(file);
    return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
  });
  expect(names.length).toBeGreaterThan(200);
  const bare = names.filter((name) => {
    const meant = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
    // For some functions, only parameters and errors need comments.
    const said = [ts.displayPartsToString(meant.getDocumentationComment(checker)), ...meant.getJsDocTags(checker)];
    return said.every((each) => each === "");
  });
  expect(bare.map(({ name }) => name)).toEqual([]);
});
