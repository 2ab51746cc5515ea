/**
 * The names of one generated module: what it imports, declares and hoists. In: wishes. Out: names
 * that clash with nothing, and the import statements. Order of asking does not change a wish that
 * nobody else has.
 */

import { pathCase } from "../../text/words.js";
import { group, hardline, indent, join, line, type Doc } from "./doc.js";
import { stringLiteral } from "./literal.js";

export interface Import {
  readonly from: string;
  readonly name: string;
  readonly local: string;
  readonly typeOnly: boolean;
}

export class ModuleScope {
  readonly path: string;
  readonly #taken: Set<string>;
  /** By wish, the first number that may be free. */
  readonly #ordinals = new Map<string, number>();
  readonly #imports = new Map<
    string,
    { from: string; name: string; local: string; typeOnly: boolean }
  >();
  readonly #hoisted = new Map<string, { name: string; doc: Doc }>();

  /** @param declared names that the module's own types and checks have */
  constructor(path: string, declared: Iterable<string>) {
    this.path = path;
    this.#taken = new Set(declared);
  }

  /** A name near the wish that is free in this module. */
  claim(wish: string): string {
    let name = wish;
    // Names are never given back, so that those tried before need not be tried again.
    let ordinal = this.#ordinals.get(wish) ?? 2;
    for (; this.has(name); ordinal++) name = `${wish}${ordinal}`;
    this.#ordinals.set(wish, ordinal);
    this.#taken.add(name);
    return name;
  }

  /** Whether the name means something here already: to the module or to the language. */
  has(name: string): boolean {
    return this.#taken.has(name) || RESERVED_WORDS.has(name);
  }

  /**
   * Imports a name from a module path (relative to the output root) or a package. Where the name means
   * something else here, it is qualified by its module: `Base` of `schemas/service` is `ServiceBase`.
   */
  import(from: string, name: string, typeOnly = false): string {
    const key = `${from} ${name}`;
    const known = this.#imports.get(key);
    if (known !== undefined) {
      known.typeOnly &&= typeOnly;
      return known.local;
    }
    const local = this.claim(qualifiedNames(from, name).find((each) => !this.has(each)) ?? name);
    this.#imports.set(key, { from, name, local, typeOnly });
    return local;
  }

  /** A constant of the module; equal ones (by `key`) are one. */
  hoist(key: string, wish: string, declare: (name: string) => Doc): string {
    const known = this.#hoisted.get(key);
    if (known !== undefined) return known.name;
    const name = this.claim(wish);
    this.#hoisted.set(key, { name, doc: declare(name) });
    return name;
  }

  get constants(): Doc[] {
    return [...this.#hoisted.values()].map(({ doc }) => doc);
  }

  get imports(): readonly Import[] {
    return [...this.#imports.values()];
  }
}

/** The name, then the name behind ever more of its module's path. */
function qualifiedNames(from: string, name: string): string[] {
  if (from.startsWith("@")) return [name];
  const words = from.split("/").map(pathCase);
  // A function is qualified behind its verb: `checkBase` of `schemas/service` is `checkServiceBase`.
  const verb = name.startsWith("check") ? "check" : "";
  return [
    name,
    ...words.map(
      (_, index) => verb + words.slice(words.length - 1 - index).join("") + name.slice(verb.length),
    ),
  ];
}

/** Import statements, packages first, sorted by module and name. */
export function printImports(path: string, imports: readonly Import[]): Doc[] {
  const byModule = new Map<string, Import[]>();
  for (const each of imports) byModule.set(each.from, [...(byModule.get(each.from) ?? []), each]);
  const specifierOf = (from: string): string =>
    from.startsWith("@") || URL.canParse(from) ? from : relativeSpecifier(path, from);
  return [...byModule]
    .map(([from, names]) => ({ specifier: specifierOf(from), names }))
    .sort(
      (left, right) =>
        rank(left.specifier) - rank(right.specifier) || (left.specifier < right.specifier ? -1 : 1),
    )
    .map(({ specifier, names }) => printImport(specifier, names));
}

function rank(specifier: string): number {
  return specifier.startsWith(".") ? 1 : 0;
}

function printImport(specifier: string, names: readonly Import[]): Doc {
  const allTypes = names.every(({ typeOnly }) => typeOnly);
  const printed = [...names]
    .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
    .map(
      ({ name, local, typeOnly }) =>
        `${typeOnly && !allTypes ? "type " : ""}${name === local ? name : `${name} as ${local}`}`,
    );
  return namedList(
    `${allTypes ? "import type" : "import"} `,
    printed,
    ` from ${stringLiteral(specifier)};`,
  );
}

/** `export { A, B } from "..."`, `import { ... } from "..."`: on one line, or a name a line. */
export function namedList(before: string, names: readonly string[], after: string): Doc {
  // A lone name stays on its line, however long.
  if (names.length === 1) return `${before}{ ${names[0]} }${after}`;
  return group([
    `${before}{`,
    indent([line, join([",", line], names)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    line,
    `}${after}`,
  ]);
}

export function relativeSpecifier(fromPath: string, toPath: string): string {
  const from = fromPath.split("/").slice(0, -1);
  const to = toPath.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.length - shared;
  return `${up === 0 ? "./" : "../".repeat(up)}${to.slice(shared).join("/")}.js`;
}

export const blankLine: Doc = [hardline, hardline];

const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch this " +
    "throw true try typeof undefined var void while with yield"
  ).split(" "),
);
