/** Pieces of generated source (`src/source/`): literals, comments, imports, and types that must stay apart. */

import { describe, expect, it } from "vitest";
import { code } from "../../src/source/code.js";
import { printDoc, stack } from "../../src/source/doc.js";
import { docComment, docText } from "../../src/source/doc-comment.js";
import { layoutDeclarations } from "../../src/source/layout/layout.js";
import {
  jsonLiteral,
  numberLiteral,
  objectLiteral,
  propertyName,
  regexLiteral,
  stringLiteral,
  templateText,
} from "../../src/source/literal.js";
import { ModuleScope, printImports, relativeSpecifier } from "../../src/source/module-scope.js";
import { identifier, type Identifier } from "../../src/text/identifier.js";

const id = identifier;

function evaluated(source: string): unknown {
  return new Function(`return ${source};`)() as unknown;
}

describe("a string literal", () => {
  it.each([
    ["a", '"a"'],
    ["it's", '"it\'s"'],
    ['say "a"', "'say \"a\"'"],
    [`'"`, `"'\\""`],
    [`'""`, `'\\'""'`],
    ["\\", '"\\\\"'],
    ["\u2028\u007f\ufeff\ud800", '"\\u2028\\u007f\\ufeff\\ud800"'],
    ["\u202e\u2066\u200b\u061c", '"\\u202e\\u2066\\u200b\\u061c"'],
    ["\u{e0041}\u3164", '"\\udb40\\udc41\\u3164"'],
    ["\u2764\ufe0f", '"\u2764\ufe0f"'],
  ])("of %j is %s", (value, source) => {
    expect(stringLiteral(value)).toBe(source);
    expect(evaluated(source)).toBe(value);
  });
});

describe("text in a template literal", () => {
  it.each(["a`b", "${a}", "$a", '"', "'", "\\`", "\n", "\\${"])("%j is itself", (value) => {
    expect(evaluated(`\`${templateText(value)}\``)).toBe(value);
  });
});

describe("a number literal", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [1e21, "1e21"],
    [1e-7, "1e-7"],
    [-1.5, "-1.5"],
  ])("of %d is %s", (value, source) => {
    expect(numberLiteral(value)).toBe(source);
  });
});

describe("a regular expression literal", () => {
  it.each([
    ["a/b", "/a\\/b/u"],
    ["", "/(?:)/u"],
    ["\u007f\ufeff", "/\\u{7f}\\u{feff}/u"],
    ["\u{1f600}", "/\u{1f600}/u"],
    ["[\t\u202e]", "/[\\u{9}\\u{202e}]/u"],
    ["\\p{L}\\p{Lu}", "/\\p{L}\\p{Lu}/u"],
    ["(?<\\u{61}>a/\u202e)", '/* @__PURE__ */ new RegExp("(?<\\\\u{61}>a\\\\/\\u202e)", "u")'],
    ["\\p{Script=Greek}", '/* @__PURE__ */ new RegExp("\\\\p{Script=Greek}", "u")'],
  ])("of %j is %s", (pattern, source) => {
    expect(regexLiteral(pattern)).toBe(source);
    const { source: read } = new RegExp(pattern, "u");
    const { source: printed } = evaluated(source) as RegExp;
    expect(new RegExp(printed, "u").test("a/\u202e")).toBe(new RegExp(read, "u").test("a/\u202e"));
  });

  it("has the flag u: what only that refuses is refused", () => {
    expect(() => regexLiteral("\\-")).toThrow(SyntaxError);
  });
});

describe("an object literal", () => {
  it.each([
    ["a", "a"],
    ["$_1", "$_1"],
    ["1", '"1"'],
    ["a-b", '"a-b"'],
    ["", '""'],
    ["__proto__", '"__proto__"'],
  ])("has the name %j as %s", (name, source) => {
    expect(propertyName(name)).toBe(source);
  });

  it("is {} without members", () => {
    expect(printDoc(objectLiteral([]))).toBe("{}");
  });

  it("is short for a value that has its member's name, but for a word of the language", () => {
    const members = [
      ["a", code`a`],
      ["null", code`null`],
      ["true", code`true`],
      ["false", code`false`],
      ["1", code`1`],
    ] as const;
    expect(printDoc(objectLiteral(members))).toBe(
      '{\n  a,\n  null: null,\n  true: true,\n  false: false,\n  "1": 1,\n}',
    );
  });

  it("has a long text below its name, where the name has 5 characters", () => {
    const text = "x".repeat(100);
    expect(printDoc(jsonLiteral({ name1: text, name: text }))).toBe(
      `{\n  name1:\n    "${text}",\n  name: "${text}",\n}`,
    );
  });

  it("has a long value that is no text beside its name", () => {
    const name = id("N".repeat(100));
    expect(printDoc(objectLiteral([["member", name]]))).toBe(`{\n  member: ${name},\n}`);
  });

  it("breaks a long list, with a comma at its end", () => {
    const item = "x".repeat(60);
    expect(printDoc(jsonLiteral([item, item]))).toBe(`[\n  "${item}",\n  "${item}",\n]`);
    expect(printDoc(jsonLiteral([1, 2]))).toBe("[1, 2]");
  });
});

describe("a doc comment", () => {
  it("is nothing where there is nothing to say", () => {
    expect(docComment({})).toEqual([]);
    expect(docText({})).toBeUndefined();
  });

  it("is one line for one line of text", () => {
    expect(printDoc(docComment({ description: " One. " }))).toBe("/** One. */\n");
  });

  it("has the description, what to see and what is deprecated below each other", () => {
    const annotations = { description: "One.\n\nTwo.", deprecated: true };
    expect(printDoc(docComment(annotations, "https://example.com/\na"))).toBe(
      "/**\n * One.\n *\n * Two.\n * @see https://example.com/ a\n * @deprecated\n */\n",
    );
  });

  it("cannot be ended by its text, and starts no line of code", () => {
    expect(docText({ description: "*/ a /* */\r\nb\rc\u2028d\u2029e\u0000f" })).toBe(
      "*\\/ a /* *\\/\nb\nc\nd\ne f",
    );
  });

  it("has no blank lines at its ends", () => {
    expect(docText({ description: "\n\n a\n\nb \n \n" })).toBe("a\n\nb");
    expect(docText({ description: "\n \n\n" })).toBeUndefined();
  });
});

describe("the names of a module", () => {
  it("are claimed once, with a number from 2 on", () => {
    const scope = new ModuleScope("a", [id("Base")]);
    expect(["Base", "Base", "Other"].map((wish) => scope.claim(id(wish)))).toEqual([
      "Base2",
      "Base3",
      "Other",
    ]);
    expect(["Base", "Other", "Record", "Free"].map((name) => scope.has(id(name)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("are qualified by the module where they mean something else", () => {
    const scope = new ModuleScope("a", ["Base", "baseStops"].map(id));
    expect(scope.import({ module: "schemas/service" }, id("Base"))).toBe("ServiceBase");
    expect(scope.import({ module: "schemas/other/service" }, id("Base"))).toBe("OtherServiceBase");
    expect(scope.import({ module: "schemas/service" }, id("baseStops"))).toBe("serviceBaseStops");
    expect(scope.import({ package: "@proto-gen/runtime/json" }, id("Base"))).toBe("Base2");
    expect(scope.import({ module: "schemas/service" }, id("Base"))).toBe("ServiceBase");
  });

  it("are hoisted once for each key", () => {
    const scope = new ModuleScope("a", []);
    const declare = (name: Identifier) => code`const ${name} = 1;`;
    expect(scope.hoist("1", id("ONE"), declare)).toBe("ONE");
    expect(scope.hoist("1", id("OTHER"), declare)).toBe("ONE");
    expect(scope.hoist("2", id("ONE"), declare)).toBe("ONE2");
    expect(scope.constants).toEqual(["const ONE = 1;", "const ONE2 = 1;"]);
  });
});

describe("imports", () => {
  function printed(use: (scope: ModuleScope) => void, path = "a/b"): string {
    const scope = new ModuleScope(path, [id("Taken")]);
    use(scope);
    return printDoc(stack(printImports(path, scope.imports, "js")));
  }

  it("are packages first, then modules, sorted, with the names of each", () => {
    const source = printed((scope) => {
      scope.import({ package: "z" }, id("Z"));
      scope.import({ module: "a/c" }, id("C"));
      scope.import({ module: "a/c" }, id("B"));
      scope.import({ package: "@b/c" }, id("D"));
      scope.import({ package: "@a/c" }, id("E"));
    });
    expect(source.split("\n")).toEqual([
      'import { E } from "@a/c";',
      'import { D } from "@b/c";',
      'import { Z } from "z";',
      'import { B, C } from "./c.js";',
    ]);
  });

  it("of types alone are erased, and of values and types together say which are types", () => {
    const source = printed((scope) => {
      scope.importType({ module: "c" }, id("T"));
      scope.importType({ module: "d" }, id("T"));
      scope.import({ module: "d" }, id("value"));
      scope.importType({ module: "e" }, id("Both"));
      scope.import({ module: "e" }, id("Both"));
      scope.importType({ module: "f" }, id("Taken"));
    });
    expect(source.split("\n")).toEqual([
      'import type { T } from "../c.js";',
      'import { type T as DT, value } from "../d.js";',
      'import { Both } from "../e.js";',
      'import type { Taken as FTaken } from "../f.js";',
    ]);
  });

  it("stand on several lines where they do not fit one", () => {
    const [first, second] = ["A".repeat(50), "B".repeat(50)];
    const source = printed((scope) => {
      scope.import({ module: "c" }, id(first));
      scope.import({ module: "c" }, id(second));
      scope.import({ module: "d" }, id("C".repeat(100)));
    });
    expect(source).toBe(
      `import {\n  ${first},\n  ${second},\n} from "../c.js";\nimport { ${"C".repeat(100)} } from "../d.js";`,
    );
  });

  it.each([
    ["a/b/c", "a/b/d", "./d.js"],
    ["a/b/c", "a/d", "../d.js"],
    ["a/b/c", "d", "../../d.js"],
    ["a", "b/c", "./b/c.js"],
    ["a/b", "a/b/c", "./b/c.js"],
  ])("from %s lead to %s by %s", (from, to, specifier) => {
    expect(relativeSpecifier(from, to, "js")).toBe(specifier);
  });
});

describe("types of a union that differ in one thing stay apart", () => {
  it.each([
    ["the name of a member", "{a: 1}", "{b: 1}"],
    ["whether a member is optional", "{a: 1}", "{a?: 1}"],
    ["whether a member is readonly", "{a: 1}", "{readonly a: 1}"],
    ["the type of a member", "{a: 1}", "{a: 2}"],
    ["the type of an index", "{[k: string]: 1}", "{[k: number]: 1}"],
    ["one member more", "{a: 1}", "{a: 1\nb: 1}"],
    ["the argument of a name", "A<1>", "A<2>"],
    ["the element of a list", "A[]", "B[]"],
    ["whether a list is readonly", "A[]", "readonly A[]"],
    ["whether an element is optional", "[A]", "[A?]"],
    ["whether an element is the rest", "[A[]]", "[...A[]]"],
    ["the member that is asked for", 'A["a"]', 'A["b"]'],
  ])("%s", (_, one, other) => {
    const union = (types: string) =>
      printDoc(stack(layoutDeclarations(`export type U = ${types}`))).replaceAll(/\s+/g, "");
    const both = union(`${one} | ${other}`);
    expect(both).not.toBe(union(one));
    expect(both).not.toBe(union(other));
    // What is the same comes once.
    expect(union(`${one} | ${other} | ${one}`)).toBe(both);
  });
});

describe("declarations that cannot be laid out", () => {
  it("are refused with what was expected, what was found and where", () => {
    const layout = (source: string) => () => layoutDeclarations(source);
    expect(layout("export type A = ")).toThrow(/^LAYOUT_SYNTAX: .*found the end at offset 16/);
    expect(layout('export type A = "a')).toThrow(/string that ends.*found "\\"a" at offset 16/);
    expect(layout("export type A = /* a")).toThrow(/block comment with an end/);
    expect(layout("export type A = {?: 1}")).toThrow(/expected a member's name/);
    expect(layout("export type A = {[1: 2]: 3}")).toThrow(/expected a name/);
  });
});
