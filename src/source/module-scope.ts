/**
 * The names of one generated module: those that it imports, declares and hoists. No two clash, and a wish that no other
 * code has is granted whatever the order of the wishes.
 */

import { groupBy } from "../group-by.js";
import { identifier, identifierFrom, type Identifier } from "../text/identifier.js";
import { joinCapitalised, lowerFirst, pathCase } from "../text/words.js";
import { code, type Code } from "./code.js";
import { group, indent, join, line, type Doc } from "./doc.js";
import { stringLiteral } from "./literal.js";

/** A package, by the specifier that is printed as it is: `zod`, `@proto-gen/runtime/server`. */
export interface PackageSource {
  readonly package: string;
}

/** Another generated module, by its path below the output directory, without extension. A `NamedType` is one, too. */
export interface ModuleSource {
  readonly module: string;
}

/** What an import names: the two are told apart by their type, not by how the text looks. */
export type ImportSource = PackageSource | ModuleSource;

export interface Import {
  readonly from: ImportSource;
  readonly name: Identifier;
  readonly local: Identifier;
  readonly typeOnly: boolean;
}

/**
 * The names of a module that is printed: those that it declares, and those that it imports.
 *
 * @example
 * ```ts
 * import { identifier, ModuleScope } from "proto-gen/emitter/v1";
 *
 * const scope = new ModuleScope("zod/checkout", [identifier("Checkout")]);
 * scope.import({ package: "zod" }, identifier("z")); // "z"
 * scope.importType({ module: "capabilities/checkout" }, identifier("Checkout")); // "CheckoutCheckout"
 * scope.claim(identifier("z")); // "z2"
 * ```
 */
export class ModuleScope {
  readonly path: string;
  readonly #taken: Set<string>;
  /** By wish, the first number that may be free. */
  readonly #ordinals = new Map<string, number>();
  readonly #imports = new Map<
    string,
    { from: ImportSource; name: Identifier; local: Identifier; typeOnly: boolean }
  >();
  readonly #hoisted = new Map<string, { name: Identifier; doc: Doc }>();

  /** @param declared names that the module's own types and checks have */
  constructor(path: string, declared: Iterable<Identifier>) {
    this.path = path;
    this.#taken = new Set([...GLOBAL_TYPES, ...declared]);
  }

  /** A name near the wish that is free in this module. */
  claim(wish: Identifier): Identifier {
    let name = wish;
    // Names are never given back, so that those tried before need not be tried again.
    let ordinal = this.#ordinals.get(wish) ?? 2;
    for (; this.has(name); ordinal++) name = identifier(`${wish}${ordinal}`);
    this.#ordinals.set(wish, ordinal);
    this.#taken.add(name);
    return name;
  }

  /** True where the name means something here already. */
  has(name: Identifier): boolean {
    return this.#taken.has(name);
  }

  /**
   * Imports a name from a generated module or a package, and returns its local name. If the name is taken in this
   * module, the local name is `alternative`, or the name qualified by its module: `Base` of `schemas/service` becomes
   * `ServiceBase`.
   *
   * @example
   * const scope = new ModuleScope("zod/checkout", []);
   * scope.import({ package: "zod" }, identifier("z"));
   * scope.importType({ module: "capabilities/checkout" }, identifier("Checkout"));
   */
  import(from: ImportSource, name: Identifier, alternative?: Identifier): Identifier {
    return this.importAs(name, from, name, alternative);
  }

  /** Like `import`, with a local name to prefer to the exported one. */
  importAs(
    wish: Identifier,
    from: ImportSource,
    name: Identifier,
    alternative?: Identifier,
  ): Identifier {
    const known = this.#imports.get(importKey(from, name, wish));
    if (known === undefined) return this.#add({ from, name, typeOnly: false }, wish, alternative);
    known.typeOnly = false;
    return known.local;
  }

  /** Like `import`, for a name that is used as a type only. */
  importType(from: ImportSource, name: Identifier, alternative?: Identifier): Identifier {
    const known = this.#imports.get(importKey(from, name, name));
    return known?.local ?? this.#add({ from, name, typeOnly: true }, name, alternative);
  }

  #add(
    { from, name, typeOnly }: Omit<Import, "local">,
    wish: Identifier,
    alternative: Identifier | undefined,
  ): Identifier {
    const local = this.claim(this.#findFree(from, wish, alternative));
    this.#imports.set(importKey(from, name, wish), { from, name, local, typeOnly });
    return local;
  }

  #findFree(from: ImportSource, name: Identifier, alternative: Identifier | undefined): Identifier {
    if (!this.has(name)) return name;
    if (alternative !== undefined && !this.has(alternative)) return alternative;
    return qualifiedNames(from, name).find((each) => !this.has(each)) ?? name;
  }

  /** A constant of the module; equal ones (by `key`) are one. */
  hoist(key: string, wish: Identifier, declare: (name: Identifier) => Doc): Identifier {
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

function importKey(from: ImportSource, name: Identifier, wish: Identifier): string {
  return `${sourceKey(from)} ${name} ${wish}`;
}

function sourceKey(from: ImportSource): string {
  return "package" in from ? `package ${from.package}` : `module ${from.module}`;
}

/** The name behind ever more of its module's path; none for a package. */
function qualifiedNames(from: ImportSource, name: Identifier): Identifier[] {
  if ("package" in from) return [];
  const words = from.module.split("/").map(pathCase);
  // A function keeps its small letter: `baseStops` of `schemas/service` is `serviceBaseStops`.
  const isFunction = /^[a-z]/.test(name);
  const behind = joinCapitalised([name]);
  return words.map((_, index) => {
    const qualified = words.slice(words.length - 1 - index).join("") + behind;
    return identifierFrom(isFunction ? lowerFirst(qualified) : qualified, TYPE);
  });
}

/** Import statements, packages first, sorted by module and name. */
export function printImports(
  path: string,
  imports: readonly Import[],
  extension: ImportExtension,
): Doc[] {
  const specifierOf = ({ from }: Import): string =>
    "package" in from ? from.package : relativeSpecifier(path, from.module, extension);
  return [...groupBy(imports, ({ from }) => sourceKey(from)).values()]
    .map((names) => ({ rank: rankOf(names[0]!), specifier: specifierOf(names[0]!), names }))
    .sort((left, right) => left.rank - right.rank || (left.specifier < right.specifier ? -1 : 1))
    .map(({ specifier, names }) => printImport(specifier, names));
}

function rankOf({ from }: Import): number {
  return "package" in from ? 0 : 1;
}

function printImport(specifier: string, names: readonly Import[]): Doc {
  const allTypes = names.every(({ typeOnly }) => typeOnly);
  const printed = [...names]
    .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
    .map(
      ({ name, local, typeOnly }) =>
        code`${typeOnly && !allTypes ? code`type ` : code``}${name === local ? name : code`${name} as ${local}`}`,
    );
  return namedList(
    allTypes ? code`import type ` : code`import `,
    printed,
    code` from ${stringLiteral(specifier)};`,
  );
}

/** `export { A, B } from "..."`, `import { ... } from "..."`: on one line, or a name a line. */
export function namedList(before: Code, names: readonly Code[], after: Code): Doc {
  // A lone name stays on its line, however long.
  const [first, ...others] = names;
  if (first !== undefined && others.length === 0) return code`${before}{ ${first} }${after}`;
  return group([
    code`${before}{`,
    indent([line, join([",", line], names)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    line,
    code`}${after}`,
  ]);
}

/** What the specifier of another generated module ends in. */
export type ImportExtension = "js" | "ts" | "none";

export function relativeSpecifier(
  fromPath: string,
  toPath: string,
  extension: ImportExtension,
): string {
  const from = fromPath.split("/").slice(0, -1);
  const to = toPath.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = from.length - shared;
  return `${up === 0 ? "./" : "../".repeat(up)}${to.slice(shared).join("/")}${suffixOf(extension)}`;
}

/** `.js`; nothing for imports without an extension. */
export function suffixOf(extension: ImportExtension): string {
  return extension === "none" ? "" : `.${extension}`;
}

/** The names of TypeScript's own library that generated modules use. */
const GLOBAL_TYPES = ["Omit", "Record", "Readonly"].map(identifier);

const TYPE = identifier("Type");
