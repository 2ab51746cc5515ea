/**
 * Every public function of both packages has an example in its docstring. The examples compile under the strictest
 * options, those of the generator against its built declarations, and those that state results have them.
 *
 * An expression with a comment behind it states its result: `isVersion("1.0"); // false`. The comment is a value, or
 * `throws` and the name of an error. Imports of `./generated/` lead to the committed code.
 */

import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { HAND_WRITTEN, STRICT_OPTIONS } from "../support/compile.js";
import { codeBlocks, pageDirectory } from "../support/documentation.js";
import { repository } from "../support/published.js";
import { generatorEntries, runtimeEntries } from "../support/runtime-entries.js";

const UNUSED = 6133;

const OPTIONS = compilerOptions({
  ...STRICT_OPTIONS,
  ...HAND_WRITTEN,
  ...{ lib: ["es2023", "es2024.string", "dom"], types: ["node"] },
  paths: { "@proto-gen/runtime/*": ["./src/runtime/*/index.ts"] },
});

function compilerOptions(json: object): ts.CompilerOptions {
  const { options, errors } = ts.convertCompilerOptionsFromJson(json, repository);
  expect(errors).toEqual([]);
  return options;
}

/** Reads each file once for both programs: for that of the entries, and for that of the examples. */
const host = cachingHost(OPTIONS);

function cachingHost(options: ts.CompilerOptions): ts.CompilerHost {
  const files = new Map<string, ts.SourceFile | undefined>();
  const plain = ts.createCompilerHost(options);
  return {
    ...plain,
    getSourceFile(name, ...rest) {
      if (!files.has(name)) files.set(name, plain.getSourceFile(name, ...rest));
      return files.get(name);
    },
  };
}

/** What is written to import an entry, and its file. */
const ENTRIES: ReadonlyMap<string, string> = new Map([
  ...[...runtimeEntries()].map(([name, file]) => [`@proto-gen/runtime/${name}`, file] as const),
  ...generatorEntries(),
]);

interface PublicFunction {
  /** What is written to import it. */
  readonly entry: string;
  readonly name: string;
  /** The code of its examples; empty if it has none. */
  readonly examples: readonly string[];
}

function publicFunctions(): readonly PublicFunction[] {
  const program = ts.createProgram([...ENTRIES.values()], OPTIONS, host);
  const checker = program.getTypeChecker();
  return [...ENTRIES].flatMap(([entry, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    return checker.getExportsOfModule(module as ts.Symbol).flatMap((exported) => {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const examples = (symbol.declarations ?? []).flatMap(examplesOf);
      if (examples.length === 0 && !isFunction(symbol, checker)) return [];
      return [{ entry, name: exported.name, examples }];
    });
  });
}

/** A constant whose methods are what users call. */
const WITH_METHODS = "protoGen";

/** True for functions and for constants whose values are functions. Classes and types need no example. */
function isFunction(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const { valueDeclaration } = symbol;
  if (valueDeclaration === undefined) return false;
  const type = checker.getTypeOfSymbolAtLocation(symbol, valueDeclaration);
  return type.getCallSignatures().length > 0 || symbol.name === WITH_METHODS;
}

/** Reads the comment itself: the compiler's tags lose the indentation. */
function examplesOf(declaration: ts.Declaration): readonly string[] {
  return ts
    .getJSDocCommentsAndTags(declaration)
    .filter(ts.isJSDoc)
    .flatMap((comment) => {
      const text = comment.getText().replaceAll(/^ *(?:\/\*\*|\* ?|\*\/)/gm, "");
      const [, ...examples] = text.split(/^@example$/m);
      return examples.flatMap((each) =>
        codeBlocks(each).filter(({ language }) => language === "ts"),
      );
    })
    .map(({ code }) => code);
}

/** One problem per line, with the file and the line of the example. Constants may be unused, imports may not. */
function problemsIn(files: readonly string[]): readonly string[] {
  const program = ts.createProgram(files, OPTIONS, host);
  const diagnostics = files.flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  return diagnostics.flatMap(({ file, start = 0, code, messageText }) => {
    const line = file?.text.slice(0, start).split("\n").length ?? 0;
    const text = file?.text.split("\n")[line - 1] ?? "";
    if (code === UNUSED && !text.startsWith("import ")) return [];
    const where = path.basename(file?.fileName ?? "");
    return `${where}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

/** The example as a module that exports what it found and what it states. Undefined if it states no result. */
function statedModule(code: string): string | undefined {
  const file = ts.createSourceFile("example.ts", code, ts.ScriptTarget.ES2022);
  const pieces: string[] = [];
  let end = 0;
  for (const statement of file.statements) {
    const [comment] = ts.getTrailingCommentRanges(code, statement.end) ?? [];
    if (!ts.isExpressionStatement(statement) || comment === undefined) continue;
    const text = statement.expression.getText(file);
    const said = code.slice(comment.pos + 2, comment.end).trim();
    const thrown = /^throws (\w+)$/.exec(said)?.[1];
    const result = thrown === undefined ? `{ value: ${said} }` : `{ throws: "${thrown}" }`;
    // At once, since what an expression does may matter to the next.
    const run = `await (async () => (${text}))().then((value) => ({ value }), (error) => ({ throws: error.name }))`;
    pieces.push(code.slice(end, statement.getStart(file)));
    pieces.push(
      `stated.push({ text: ${JSON.stringify(text)}, found: ${run}, result: ${result} });`,
    );
    end = comment.end;
  }
  return end === 0 ? undefined : `export const stated = [];\n${pieces.join("")}${code.slice(end)}`;
}

describe("the docstrings of public functions", () => {
  const functions = publicFunctions();
  const directory = pageDirectory("examples");
  const examples = functions.flatMap(({ entry, name, examples: codes }) =>
    codes.map((code, at) => {
      const room = entry.replace("@proto-gen/runtime/", "").replaceAll("/", "-");
      const file = `${room}.${name}${at === 0 ? "" : `.${at + 1}`}.ts`;
      return { entry, name, code, file, written: directory.writeCode(file, code) };
    }),
  );

  it("have an example", () => {
    const without = functions.filter((each) => each.examples.length === 0);
    expect(without.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
  });

  it("have examples that import the function and call it", () => {
    const others = examples.filter(({ entry, name, code }) => {
      const imported = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)";$`, "m");
      const from = imported.exec(code)?.[1] ?? "";
      const isImported = from === entry || from.startsWith("./generated/");
      return (
        !isImported || !new RegExp(`\\b${name}(?:<[^(]*>|\\.\\w+)?[(\`]|[(]${name}\\b`).test(code)
      );
    });
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it("have examples that compile", () => {
    expect(problemsIn(examples.map(({ written }) => written))).toEqual([]);
  });

  it("have the results that their examples state", async () => {
    for (const { file, code } of examples) {
      const module = statedModule(code);
      if (module === undefined) continue;
      const run = directory.writeCode(`stated-${file}`, module);
      const { stated } = (await import(pathToFileURL(run).href)) as {
        readonly stated: readonly { text: string; found: unknown; result: unknown }[];
      };
      for (const { text, found, result } of stated)
        expect(found, `${file}: ${text}`).toEqual(result);
    }
  });
});
