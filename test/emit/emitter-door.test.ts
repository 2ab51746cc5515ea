/**
 * `proto-gen/emitter/v1` is the door of emitters: those of this package take through it what it has, and those outside take
 * nothing else. What it promises stands in a list, so that a change is seen; `UPDATE_GOLDEN=1` writes it.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { repository } from "../support/published.js";

const EMIT = path.join(repository, "src/emit");
const DOOR = path.join(EMIT, "v1.ts");
const LIST = path.join(repository, "test/data/emitter-v1.txt");
const OUTSIDE = path.join(repository, "templates/emitters");
/** What all emitters print JSON Schema with, a worker that loads as little as it can, and data. */
const APART = ["schema/", "openapi/types/", "stubs/compiled-templates.ts"];

interface ImportedName {
  /** The file, without what it ends in, or the package. */
  readonly module: string;
  readonly name: string;
}

function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ESNext, true);
}

function resolved(file: string, specifier: string): string {
  return specifier.startsWith(".")
    ? path.join(path.dirname(file), specifier).replace(/\.js$/, "")
    : specifier;
}

/** `import { a as b } from`, and the same of an `export`. */
function namesIn(file: string, kind: "import" | "export"): readonly ImportedName[] {
  return sourceOf(file).statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (isImport !== (kind === "import") || moduleSpecifier === undefined) return [];
    const list = isImport ? statement.importClause?.namedBindings : statement.exportClause;
    const module = resolved(file, (moduleSpecifier as ts.StringLiteral).text);
    if (list === undefined || !(ts.isNamedImports(list) || ts.isNamedExports(list)))
      return [{ module, name: "*" }];
    return [...list.elements]
      .filter((each) => isImport || each.propertyName === undefined)
      .map((each) => ({ module, name: (each.propertyName ?? each.name).text }));
  });
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.split(path.sep).join("/"));
}

function keyOf({ module, name }: ImportedName): string {
  return `${name} of ${path.relative(repository, module)}`;
}

describe("the door of emitters", () => {
  const doors = new Set(namesIn(DOOR, "export").map(keyOf));

  it("is taken by the emitters of this package for all that it has", () => {
    const folders = filesBelow(EMIT).filter(
      (name) => name.includes("/") && !APART.some((each) => name.startsWith(each)),
    );
    const around = folders.flatMap((name) =>
      namesIn(path.join(EMIT, name), "import")
        .map(keyOf)
        .filter((each) => doors.has(each))
        .map((each) => `${name} imports ${each}`),
    );
    expect(around).toEqual([]);
    expect(folders.length).toBeGreaterThan(50);
    expect(doors.has("code of src/source/code")).toBe(true);
  });

  it("only passes on what stands elsewhere", () => {
    const others = sourceOf(DOOR).statements.filter(
      (each) => !ts.isExportDeclaration(each) || each.moduleSpecifier === undefined,
    );
    expect(others.map((each) => each.getText())).toEqual([]);
  });

  it("is all that the emitters outside of src take of this package", () => {
    const files = filesBelow(OUTSIDE);
    const modules = files.flatMap((name) =>
      namesIn(path.join(OUTSIDE, name), "import").map(({ module }) =>
        path.isAbsolute(module) ? path.relative(OUTSIDE, module).split(path.sep)[0] : module,
      ),
    );
    expect([...new Set(modules)].sort()).toEqual(["fixtures", "proto-gen/emitter/v1", "zod"]);
    const folders = readdirSync(OUTSIDE);
    expect(folders.sort()).toEqual(["fixtures", "msw", "zod"]);
  });

  it("promises the names and types of the list", () => {
    const promised = `${describeExports().map(withoutOrder).join("\n")}\n`;
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(LIST, promised);
    expect(promised).toBe(readFileSync(LIST, "utf8"));
  });
});

/** Numbers of symbols, and the order of the names in a union, are those of whatever the compiler has read before. */
function withoutOrder(text: string): string {
  return text
    .replace(/@\d+/g, "")
    .replace(/"\w+"(?: \| "\w+")+/g, (union) => union.split(" | ").sort().join(" | "));
}

/** Each export with its type, or with the types of its members. */
function describeExports(): readonly string[] {
  const { config } = ts.readConfigFile(path.join(repository, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repository);
  const program = ts.createProgram([DOOR], options);
  const checker = program.getTypeChecker();
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseFullyQualifiedType;
  const text = (type: ts.Type, more = 0): string =>
    checker
      .typeToString(type, undefined, flags | more)
      .replaceAll(/import\("[^"]*"(?:, \{[^)]*\})?\)\./g, "");
  const module = checker.getSymbolAtLocation(program.getSourceFile(DOOR) as ts.SourceFile);
  return checker
    .getExportsOfModule(module as ts.Symbol)
    .map((each) => ({ name: each.name, symbol: checker.getAliasedSymbol(each) }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap(({ name, symbol }) => {
      if (symbol.valueDeclaration !== undefined && (symbol.flags & ts.SymbolFlags.Class) === 0)
        return [`${name}: ${text(checker.getTypeOfSymbol(symbol))}`];
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      if (type.isUnion() || (type.flags & ts.TypeFlags.Object) === 0)
        return [`type ${name} = ${text(type, ts.TypeFormatFlags.InTypeAlias)}`];
      return [
        `type ${name}`,
        ...checker
          .getPropertiesOfType(type)
          // Private members, and symbols, whose names have numbers of the compiler.
          .filter((member) => !member.name.startsWith("__"))
          .map((member) => {
            const optional = (member.flags & ts.SymbolFlags.Optional) === 0 ? "" : "?";
            return `  ${member.name}${optional}: ${text(checker.getTypeOfSymbol(member))}`;
          }),
      ];
    });
}
