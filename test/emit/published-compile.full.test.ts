/**
 * What is emitted for real releases: it compiles under every strict option on three compilers, its
 * names come from the schemas, and it says `unknown` only where a schema says nothing (DESIGN §7, §8).
 */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { parsePointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { emit } from "../../src/emit/emit.js";
import type { OutputFile } from "../../src/emit/output-file.js";
import { isObject } from "../../src/json-schema/keywords.js";
import type { Model, NamedType } from "../../src/model/model.js";
import { wholeNode, type Node } from "../../src/model/node.js";
import { valueAt } from "../../src/text/value-at.js";
import { modelRelease } from "../support/compose-release.js";
import { COMPILERS } from "../support/compilers.js";
import { writeEmitted } from "../support/emitted.js";
import {
  ownRelease,
  published,
  publishedReleases,
  repository,
  type Release,
} from "../support/published.js";
import { sized } from "../support/sizes.js";
import { UNKNOWNS } from "../support/unknowns.js";

/** Named by their templates, for people: no schema has a say in them. */
const STUBS = ["business.ts", "client.ts", "server.ts"];

const compilers = sized({ quick: COMPILERS.slice(0, 1), full: COMPILERS });

describe.each(compilers)("TypeScript %s", (version, errorsOf) => {
  // Without this, an option that a compiler ignores would pass for code that obeys it.
  it.each([
    ["strict", "export function same(value): unknown {\n  return value;\n}\n"],
    ["exactOptionalPropertyTypes", "export const a: { b?: string } = { b: undefined };\n"],
    ["noUncheckedIndexedAccess", "export const a: string = ([] as string[])[0];\n"],
    ["isolatedDeclarations", "export const now = Math.max(1, 2);\n"],
    [
      "verbatimModuleSyntax",
      'import { Validator } from "@proto-gen/runtime/schema";\nexport const a: Validator<string>[] = [];\n',
    ],
    ["erasableSyntaxOnly", "export enum Color {\n  Red = 1,\n}\n"],
    ["noUnusedLocals", "const a = 1;\nexport const b = 2;\n"],
    ["noUnusedParameters", "export function none(a: string): void {}\n"],
    ["nodenext", 'export type { Missing } from "./missing";\n'],
  ])("refuses what %s refuses", async (name, content) => {
    const files = [{ path: "control.ts", content }];
    const directory = writeEmitted(`compile-control-${version}-${name}`, files);
    expect(await errorsOf(directory, files)).not.toEqual([]);
  });
});

describe(`release ${ownRelease.name}`, () => describeRelease(ownRelease));

describe.skipIf(published === undefined).each(publishedReleases)("release $name", describeRelease);

function describeRelease(release: Release): void {
  let model: Model;
  let files: readonly OutputFile[];
  let directory: string;
  let trees: readonly ts.SourceFile[];

  beforeAll(async () => {
    model = await modelRelease(release);
    files = await emit(model);
    directory = writeEmitted(`compile-${release.name}`, files);
    trees = files
      .filter((file) => file.path.endsWith(".ts") && !STUBS.includes(file.path))
      .map((file) => ts.createSourceFile(file.path, file.content, ts.ScriptTarget.ESNext, true));
  }, 120_000);

  it.each(compilers)(
    "compiles under every strict option on TypeScript %s (§8)",
    async (_, errorsOf) => {
      expect(await errorsOf(directory, files)).toEqual([]);
    },
  );

  it("has no `any` (§8)", () => {
    expect(trees.flatMap((tree) => placesOf(tree, ts.SyntaxKind.AnyKeyword))).toEqual([]);
  });

  it("names types after file stems and $defs keys, with view suffixes and qualification (§7)", () => {
    const isAllowed = namingRules(release);
    const names = trees.flatMap((tree) =>
      ownTypes(tree).map((each) => `${tree.fileName}: ${each.name.text}`),
    );
    expect(names.length).toBeGreaterThan(50);
    // `Types` is the map of all of them.
    const others = names.filter((each) => !each.endsWith("types-by-name.ts: Types"));
    expect(others.filter((each) => !isAllowed(each.split(": ")[1] as string))).toEqual([]);
  });

  it("re-exports types under names of the same kind (§7)", () => {
    const isAllowed = namingRules(release);
    const exports = trees.flatMap((tree) => renamedIn(tree, "export"));
    expect(
      exports.filter(({ local, original }) => !isAllowed(local) && !qualifies(local, original)),
    ).toEqual([]);
  });

  it("qualifies imported names by their modules and never numbers them (§7)", () => {
    const imports = trees.flatMap((tree) => renamedIn(tree, "import"));
    const others = imports.filter(({ local, original }) => !qualifies(local, original));
    // A check that equal views share has the name of the view that refers to it.
    expect(others.filter(({ local, original }) => ofNoView(local) !== ofNoView(original))).toEqual(
      [],
    );
  });

  it("says `unknown` only where a schema constrains nothing (§8)", () => {
    const found = trees.flatMap((tree) =>
      ownTypes(tree).flatMap((declaration) => {
        const type = typeAt(model, tree.fileName, declaration.name.text);
        return unknownsIn(declaration).map((steps) => {
          const origin = originAt(wholeNode(type.definition), steps);
          return [`${tree.fileName} ${[declaration.name.text, ...steps].join(".")}`, origin];
        });
      }),
    ) as [string, string | undefined][];
    const others = found.filter(([at]) => at.endsWith(OTHERS));
    expect(Object.fromEntries(found.filter((each) => !others.includes(each)))).toEqual(
      UNKNOWNS[release.name],
    );
    // Beside named members, a schema says so itself.
    const unfounded = others.filter(([, origin]) => !isStatedOpen(release, origin));
    expect(unfounded).toEqual([]);
    expect(others.length).toBeGreaterThan(2);
  });

  it.each(Object.entries(UNKNOWNS[release.name] ?? {}))(
    "%s is open: %s constrains nothing (§8)",
    (_, address) => {
      expect(constraintsAt(release, address)).toEqual([]);
    },
  );
}

/** Where a kind of syntax stands in a tree. */
function placesOf(tree: ts.SourceFile, kind: ts.SyntaxKind): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === kind) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${tree.fileName}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function exportedTypes(tree: ts.SourceFile): TypeDeclaration[] {
  return tree.statements.filter(
    (statement): statement is TypeDeclaration =>
      (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  );
}

/** What maps names to types: of tools, of operations. */
const MAPS: ReadonlySet<string> = new Set(["ToolTypes", "Operations", "EmbeddedMessages"]);

/** Types of the model: neither what openapi-typescript names nor maps of names. */
function ownTypes(tree: ts.SourceFile): TypeDeclaration[] {
  return tree.fileName === "openapi.d.ts"
    ? []
    : exportedTypes(tree).filter(({ name }) => !MAPS.has(name.text));
}

interface Renamed {
  readonly file: string;
  readonly original: string;
  readonly local: string;
}

/** `X as Y` in the imports or exports of a file. */
function renamedIn(tree: ts.SourceFile, keyword: "import" | "export"): Renamed[] {
  return tree.statements.flatMap((statement) => {
    const list: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier> | undefined =
      keyword === "import" && ts.isImportDeclaration(statement)
        ? namedImports(statement)
        : keyword === "export" &&
            ts.isExportDeclaration(statement) &&
            statement.exportClause !== undefined &&
            ts.isNamedExports(statement.exportClause)
          ? statement.exportClause.elements
          : undefined;
    return [...(list ?? [])].flatMap(({ propertyName, name }) =>
      propertyName === undefined
        ? []
        : [{ file: tree.fileName, original: propertyName.text, local: name.text }],
    );
  });
}

function namedImports({
  importClause,
}: ts.ImportDeclaration): ts.NodeArray<ts.ImportSpecifier> | undefined {
  const bindings = importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : undefined;
}

/** `ServiceBase` qualifies `Base`; `serviceBaseStops` qualifies `baseStops`; `Base2` does not. */
function qualifies(local: string, original: string): boolean {
  const capitalised = original.charAt(0).toUpperCase() + original.slice(1);
  return local !== original && local.endsWith(capitalised);
}

/** The name of a check without its view: `paymentStops` for `paymentUpdateRequestStops`. */
function ofNoView(check: string): string {
  return check.replace(/(?:[A-Z][a-z]+)?(?:Request|Response)(?=Stops(?:For)?$)/, "");
}

function wordsOf(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

const SUFFIXES = ["", "Request"].concat(
  ["Create", "Update", "Complete", "Search", "Lookup"].flatMap((operation) => [
    `${operation}Request`,
    `${operation}Response`,
  ]),
);

/** Whether the rules of §7 can give a type of the release this name. */
function namingRules(release: Release): (name: string) => boolean {
  const stems = new Set<string>();
  const folders = new Set([""]);
  const names = new Set<string>();
  for (const [file, root] of documentsOf(release)) {
    const [folder = ""] = file.split("/").slice(-2);
    const stem = wordsOf(path.basename(file, ".json"));
    stems.add(stem);
    names.add(stem);
    folders.add(wordsOf(folder));
    for (const name of definitionNames(root)) names.add(wordsOf(lastSegment(name)));
  }
  const prefixes = [...folders].flatMap((folder) => [
    folder,
    ...[...stems].map((stem) => folder + stem),
  ]);
  const operations = documentsOf(release).flatMap(([, root]) => operationNames(root));
  // A schema that stands inline in a service document, and a tool's own types, are named after their operation.
  const ofOperations = new Set(
    operations.flatMap((name) => OPERATION_SUFFIXES.map((suffix) => wordsOf(name) + suffix)),
  );
  return (name) =>
    ofOperations.has(name) ||
    SUFFIXES.filter((suffix) => name.endsWith(suffix))
      .map((suffix) => name.slice(0, name.length - suffix.length))
      .some((plain) =>
        prefixes.some(
          (prefix) => plain.startsWith(prefix) && names.has(plain.slice(prefix.length)),
        ),
      );
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

const OPERATION_SUFFIXES = ["Request", "Response", "Arguments", "Params", "Result", "Payload"];

/** Operation ids of OpenAPI, webhooks included, and the names of OpenRPC's methods. */
function operationNames(root: Json): string[] {
  if (!isObject(root)) return [];
  const items = ["paths", "webhooks"].flatMap((member) =>
    isObject(root[member]) ? Object.values(root[member]) : [],
  );
  // The embedded transport has methods that stand in a schema's document.
  const beside = isObject(root["embedded"]) ? root["embedded"]["methods"] : undefined;
  const methods = [
    ...(Array.isArray(root["methods"]) ? root["methods"] : []),
    ...(isObject(beside) ? Object.values(beside) : []),
  ];
  const results = methods.filter(isObject).map((method) => method["result"]);
  const names = [
    // Tools of one resource share a `Result`, named after it.
    ...results.filter(isObject).map((result) => result["name"]),
    ...items
      .filter(isObject)
      .flatMap((item) => Object.values(item).filter(isObject))
      .map((operation) => operation["operationId"]),
    ...methods.filter(isObject).map((method) => method["name"]),
  ];
  return names.filter((name) => typeof name === "string");
}

/** The keys of `$defs` and of a service document's schemas, and of the roles that stand below a capability's name there. */
function definitionNames(root: Json): string[] {
  const definitions = isObject(root) && isObject(root["$defs"]) ? root["$defs"] : {};
  const components = isObject(root) && isObject(root["components"]) ? root["components"] : {};
  const schemas = isObject(components["schemas"]) ? components["schemas"] : {};
  return Object.entries({ ...schemas, ...definitions }).flatMap(([name, entry]) => [
    name,
    ...(name.includes(".") && isObject(entry) ? Object.keys(entry) : []),
  ]);
}

const bundled = path.join(repository, "schemas");

/** Every document of a release, by its URI. */
function documentsOf(release: Release): [string, Json][] {
  const roots = [{ directory: bundled, prefix: "https://proto.dev/schemas" }, ...release.schemas];
  return roots.flatMap(({ directory, prefix = "" }) =>
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .map((name): [string, Json] => [
        `${prefix}/${name.split(path.sep).join("/")}`,
        JSON.parse(readFileSync(path.join(directory, name), "utf8")) as Json,
      ]),
  );
}

/** Steps from a declaration to each `unknown`: member names, `[]` into arrays, `{}` into maps. */
function unknownsIn(declaration: TypeDeclaration): string[][] {
  const found: string[][] = [];
  const visit = (node: ts.Node, steps: readonly string[]): void => {
    if (node.kind === ts.SyntaxKind.UnknownKeyword) found.push([...steps]);
    else if (ts.isPropertySignature(node) && node.type !== undefined)
      visit(node.type, [...steps, memberName(node.name)]);
    else if (ts.isIndexSignatureDeclaration(node)) visit(node.type, [...steps, OTHERS]);
    else if (ts.isArrayTypeNode(node)) visit(node.elementType, [...steps, "[]"]);
    else if (ts.isTypeReferenceNode(node) && node.typeName.getText() === "Record")
      visit(node.typeArguments?.[1] as ts.Node, [...steps, "{}"]);
    else if (node !== declaration.name) ts.forEachChild(node, (child) => visit(child, steps));
  };
  ts.forEachChild(declaration, (child) => visit(child, []));
  return found;
}

/** In a path, the members beside the named ones. */
const OTHERS = "…";

function memberName(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}

function typeAt(model: Model, file: string, name: string): NamedType {
  const module = model.modules.find(({ path: each }) => `${each}.ts` === file);
  return module?.types.find((type) => type.name === name) as NamedType;
}

/** The source schema at the end of the steps. A map whose values no schema describes is `…/additionalProperties`. */
function originAt(node: Node, steps: readonly string[]): string | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return addressOf(node);
  const parts = [
    node,
    ...node.references.map((each) => each.node),
    ...node.anyOf.flat(),
    ...node.oneOf.flat(),
  ];
  for (const part of parts) {
    if (step === "{}" && part.additionalProperties === undefined)
      return `${addressOf(part)}/additionalProperties`;
    const next =
      step === "{}" || step === OTHERS
        ? part.additionalProperties
        : step === "[]"
          ? part.items
          : part.properties.get(step)?.node;
    const found = next && originAt(next, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

function addressOf({ origin: { document, pointer } }: Node): string {
  return `${document.replace(/[?&]view=.*$/, "")}#${pointer}`;
}

const ANNOTATIONS = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "$comment",
]);

const IDENTITY = new Set(["$schema", "$id", "$defs"]);

/** True for an address where `additionalProperties` allows everything. */
function isStatedOpen(release: Release, address = ""): boolean {
  const [uri = "", pointer = ""] = address.split("#");
  const stated = valueAt(new Map(documentsOf(release)).get(uri) as Json, pointer);
  const isOpen = stated !== undefined && stated !== false && constraintsIn(stated).length === 0;
  return pointer.endsWith("/additionalProperties") && isOpen;
}

/** The keywords that say what a value there may be. */
function constraintsAt(release: Release, address: string): string[] {
  const [uri, pointer = ""] = address.split("#") as [string, string?];
  const tokens = parsePointer(pointer);
  const root = new Map(documentsOf(release)).get(uri);
  const last = tokens.pop();
  // `$defs` holds what other schemas may refer to; of the document itself it says nothing.
  if (last === undefined) return constraintsIn(root).filter((keyword) => !IDENTITY.has(keyword));
  const parent = tokens.reduce<Json | undefined>(
    (node, token) =>
      Array.isArray(node)
        ? (node as readonly Json[])[Number(token)]
        : isObject(node)
          ? node[token]
          : undefined,
    root,
  ) as JsonObject;
  if (last === "additionalProperties")
    return [
      ...constraintsIn(parent[last]),
      ...["patternProperties", "$ref"].filter((keyword) => keyword in parent),
      ...membersOf(parent).map((name) => `properties/${name}`),
    ];
  return last in parent ? constraintsIn(parent[last]) : ["absent"];
}

/** The members that some request has. */
function membersOf({ properties }: JsonObject): string[] {
  return Object.entries((properties ?? {}) as JsonObject).flatMap(([name, property]) =>
    isObject(property) && property["ucp_request"] === "omit" ? [] : [name],
  );
}

function constraintsIn(schema: Json | undefined): string[] {
  if (schema === undefined || schema === true) return [];
  if (!isObject(schema)) return [String(schema)];
  return Object.keys(schema).filter((keyword) => !ANNOTATIONS.has(keyword));
}
