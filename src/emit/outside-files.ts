/** What emitters of others return: parts and files of the right form, at paths that nobody else writes. */

import { failure, type ProtoGenError } from "../errors.js";
import type { Doc } from "../source/doc.js";
import type { Import } from "../source/module-scope.js";
import { isIdentifier } from "../text/identifier.js";
import { isInsidePath, pathKey } from "../text/inside-path.js";
import type { CodeForm } from "./code-form.js";
import type { Declaration, Emission } from "./emitter.js";
import { MODULE } from "./javascript.js";
import { MANIFEST_PATH } from "./output-file.js";

/**
 * Returns a copy: what an emitter changes afterwards, or has as a getter, is not written.
 *
 * @throws ProtoGenError EMITTER_OUTPUT for what is neither a part of a module nor a file below the output directory
 */
export function checkEmissions(emitter: string, emitted: unknown): readonly Emission[] {
  if (!Array.isArray(emitted)) throw refused(emitter, "it returns no list of files and fragments");
  return Array.from(emitted as readonly unknown[], (each) => checkEmission(emitter, each));
}

function checkEmission(emitter: string, emission: unknown): Emission {
  if (!isRecord(emission))
    throw refused(emitter, "it returns something that is neither a file nor a fragment");
  const { path, content, note, imports, constants, declarations } = emission;
  if (typeof path !== "string") throw refused(emitter, "a file that it returns has no path");
  const shown = JSON.stringify(path);
  if (!isInsidePath(path) || !path.isWellFormed())
    throw refused(emitter, `${shown} is not a path below the output directory`);
  if ("content" in emission) {
    if (typeof content !== "string" || !content.isWellFormed())
      throw refused(emitter, `the content of ${shown} is not text`);
    if (note === undefined) return { path, content };
    if (typeof note !== "string") throw refused(emitter, `the note of ${shown} is not text`);
    return { path, content, note };
  }
  if (!Array.isArray(imports) || !Array.isArray(constants) || !Array.isArray(declarations))
    throw refused(emitter, `${shown} has neither content nor imports, constants and declarations`);
  if (!imports.every(isImport))
    throw refused(emitter, `${shown} has an import that no ModuleScope made`);
  if (!declarations.every(isDeclaration))
    throw refused(emitter, `${shown} has a declaration without a subject or a list of docs`);
  const docs = [...constants, ...declarations.flatMap((each) => each.docs)];
  if (!isDoc(docs)) throw refused(emitter, `${shown} has a document that cannot be printed`);
  return {
    path,
    imports: imports.map((each) => ({ ...each })),
    constants: [...constants] as readonly Doc[],
    declarations: declarations.map(({ subject, docs: own }) => ({ subject, docs: [...own] })),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isImport(each: unknown): each is Import {
  if (!isRecord(each) || !isRecord(each["from"])) return false;
  const { from, name, local, typeOnly } = each;
  const source = "package" in from ? from["package"] : from["module"];
  const isNamed = [name, local].every((text) => typeof text === "string" && isIdentifier(text));
  return typeof source === "string" && isNamed && typeof typeOnly === "boolean";
}

function isDeclaration(each: unknown): each is Declaration {
  return isRecord(each) && typeof each["subject"] === "string" && Array.isArray(each["docs"]);
}

/** True for what ends and has only what the printer knows. Parts that are used several times are looked at once. */
function isDoc(doc: unknown): doc is Doc {
  const known = new Set<object>();
  const within = new Set<object>();
  const visit = (each: unknown): boolean => {
    if (typeof each === "string") return true;
    if (!isRecord(each) || within.has(each)) return false;
    if (known.has(each)) return true;
    within.add(each);
    const isKnown = Array.isArray(each) ? each.every(visit) : visitNode(each);
    within.delete(each);
    known.add(each);
    return isKnown;
  };
  const visitNode = (each: Readonly<Record<string, unknown>>): boolean => {
    const { kind, content, broken, flat } = each;
    if (kind === "indent" || kind === "group") return visit(content);
    if (kind === "line") return flat === undefined || typeof flat === "string";
    return kind === "ifBreak" && typeof broken === "string" && typeof flat === "string";
  };
  return visit(doc);
}

function refused(emitter: string, what: string): ProtoGenError {
  return failure("EMITTER_OUTPUT", `emitter ${emitter}: ${what}`);
}

/** What an emitter of others writes. */
export interface Written {
  readonly emitter: string;
  readonly emissions: readonly Emission[];
}

export interface PathOptions {
  /** Paths that are not for emitters of others: those of this package's, and of the model's modules. */
  readonly taken: readonly string[];
  readonly language: CodeForm["language"];
}

/**
 * Only emitters of this package share a module.
 *
 * @throws ProtoGenError EMITTER_OUTPUT for a path that another emitter writes, on whatever file system
 */
export function requireOwnPaths(
  written: readonly Written[],
  { taken, language }: PathOptions,
): void {
  const owners = new Map<string, string | undefined>();
  const claim = (path: string, emitter: string | undefined): void => {
    for (const each of translatedPaths(path, language)) {
      const key = pathKey(each);
      if (emitter !== undefined && owners.has(key))
        throw refused(emitter, `${each} is written by ${ownerText(owners.get(key), emitter)}, too`);
      owners.set(key, emitter);
    }
  };
  for (const path of [MANIFEST_PATH, ...taken]) claim(path, undefined);
  for (const { emitter, emissions } of written)
    for (const path of writtenPaths(emissions)) claim(path, emitter);
  requireNoFileAbove(owners);
}

/** The paths of an emitter's files; the fragments of one module are one. */
export function writtenPaths(emissions: readonly Emission[]): string[] {
  const modules = emissions.flatMap((each) => ("content" in each ? [] : [`${each.path}.ts`]));
  const files = emissions.flatMap((each) => ("content" in each ? [each.path] : []));
  return [...new Set(modules), ...files];
}

/** As JavaScript, a module is two files. */
function translatedPaths(path: string, language: CodeForm["language"]): string[] {
  const stem = language === "js" ? MODULE.exec(path)?.[1] : undefined;
  return stem === undefined ? [path] : [`${stem}.js`, `${stem}.d.ts`];
}

function ownerText(owner: string | undefined, emitter: string): string {
  if (owner === undefined) return "proto-gen";
  return owner === emitter ? "another of its files" : `emitter ${owner}`;
}

/** No file stands where another's directory has to be. */
function requireNoFileAbove(owners: ReadonlyMap<string, string | undefined>): void {
  for (const [key, owner] of owners)
    for (let end = key.lastIndexOf("/"); end > 0; end = key.lastIndexOf("/", end - 1)) {
      const above = key.slice(0, end);
      if (!owners.has(above)) continue;
      const emitter = owner ?? owners.get(above);
      if (emitter !== undefined)
        throw refused(emitter, `${above} is a file and the directory of ${key}`);
    }
}
