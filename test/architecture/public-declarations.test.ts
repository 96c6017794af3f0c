/**
 * Which types does a program see? public-declarations.txt contains every declaration behind a public name, so that a
 * change of a signature is seen in review. `vitest -u` updates it.
 */
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

const entries = ["index", "entries/measures", "entries/statistics"];

/** `name: declaration` without comments, bodies or private members, one block per declaration. */
function declarationsOf(checker: ts.TypeChecker, file: ts.SourceFile): string[] {
  const module = checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${file.fileName} exports nothing`);
  const printer = ts.createPrinter({ removeComments: true });
  return checker.getExportsOfModule(module).flatMap((name) => {
    const meant = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
    if (meant.declarations === undefined) throw new Error(`${name.name} leads nowhere`);
    return meant.declarations.map((declaration) => {
      const isVariable = ts.isVariableDeclaration(declaration);
      const whole = isVariable ? declaration.parent.parent : declaration;
      const text = printer.printNode(ts.EmitHint.Unspecified, whole, declaration.getSourceFile());
      const bare = text.replace(/^ *private .*\n/gm, "").replace(/^(?:export )?(?:declare )?/, "");
      return meant.name === name.name ? bare : `${name.name} is ${bare}`;
    });
  });
}

describe("the declarations that a program sees", () => {
  it("match public-declarations.txt, because changes to them affect users", async () => {
    const files = entries.map((entry) => join(root, "dist", `${entry}.d.ts`));
    // Without libraries, because names are followed, but types are not checked.
    const program = ts.createProgram(files, { noLib: true, types: [], module: ts.ModuleKind.NodeNext });
    const checker = program.getTypeChecker();
    const text = files.map((path, place) => {
      const file = program.getSourceFile(path);
      if (file === undefined) throw new Error(`${path} is missing`);
      const declared = [...new Set(declarationsOf(checker, file))].sort();
      expect(declared.length).toBeGreaterThan(30);
      return `// ${entries[place]}\n${declared.join("\n")}\n`;
    });
    await expect(text.join("\n")).toMatchFileSnapshot("public-declarations.txt");
  });
});
