/**
 * A module that has handlers gets those that are missing. In: its text and all handlers. Out: the text with
 * stubs at the end of its object of handlers.
 */

import type { Options } from "prettier";
import type { Node, SourceFile } from "ts-morph";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import { codeStyleOf, type CodeStyle } from "./code-style.js";
import { findPlace, placeOf } from "./find-place.js";
import { formatFor, type Formatted } from "./format.js";
import type { HandlerStub } from "./handler-stubs.js";
import { insertMembers, type MemberLines } from "./insert-members.js";
import { readMembers, type Members } from "./members.js";
import { openSyntax, openTyped } from "./open-module.js";
import type { Scaffolding } from "./scaffold.js";
import type { ServerImport } from "./server-import.js";
import { stubTexts } from "./stub-text.js";
import { applyEdits } from "../text/text-edit.js";
import { typedNames } from "./typed-names.js";

export interface Growth {
  readonly file: string;
  readonly text: string;
  readonly stubs: readonly HandlerStub[];
  readonly server: ServerImport;
}

export async function growModule(growth: Growth): Promise<Omit<Scaffolding, "handlers">> {
  const { file, text, stubs } = growth;
  const source = openSyntax(file, text);
  const members = membersOf(growth, source);
  const missing = stubs.filter(({ name }) => !members.certain.has(name));
  const added = missing.filter(({ name }) => !members.perhaps.has(name));
  const gone = [...members.own].filter(([name]) => stubs.every((each) => each.name !== name));
  const notices = [
    ...missing.flatMap(({ name }) => uncertain(file, name, members.perhaps.get(name))),
    ...gone.map(([name, node]) => noLonger(file, name, node)),
  ];
  const grown = added.length === 0 ? { text, notices: [] } : await grow(growth, source, added);
  return {
    text: grown.text,
    added: added.map(({ name }) => name),
    gone: gone.map(([name]) => name),
    notices: [...grown.notices, ...notices],
  };
}

/** By syntax; by types only where that is not enough, since a program takes time to start. */
function membersOf({ file, text, stubs, server }: Growth, source: SourceFile): Members {
  const plain = readMembers(findPlace(source, file, server));
  if (isEnough(plain, stubs)) return plain;
  const typedSource = openTyped(file, text);
  const members =
    typedSource && readMembers(findPlace(typedSource, file, server), (node) => typedNames(node));
  const [unknown] = (members ?? plain).unknown;
  if (members !== undefined && isEnough(members, stubs)) return members;
  throw failure(
    "SCAFFOLD_UNKNOWN_SPREAD",
    "the type of this part of the handlers does not say which of them it brings",
    unknown && placeOf(file, unknown),
  );
}

function isEnough({ unknown, certain }: Members, stubs: readonly HandlerStub[]): boolean {
  return unknown.length === 0 || stubs.every(({ name }) => certain.has(name));
}

async function grow(
  { file, text, server }: Growth,
  source: SourceFile,
  added: readonly HandlerStub[],
): Promise<Formatted> {
  const literal = findPlace(source, file, server);
  const style = codeStyleOf(source, literal);
  const { text: code, notices } = await formatStubs(file, added, style);
  const lines = memberLines(code, style);
  return { text: applyEdits(text, insertMembers(literal, lines, style)), notices };
}

function formatStubs(file: string, added: readonly HandlerStub[], style: CodeStyle) {
  const { unit, quotes, semicolons, trailingComma } = style;
  const wanted: Options = {
    singleQuote: quotes === "single",
    semi: semicolons,
    trailingComma: trailingComma ? "all" : "none",
  };
  const indentation: Options =
    unit === undefined ? {} : { useTabs: unit.startsWith("\t"), tabWidth: unit.length };
  const forced: Options = { ...indentation, endOfLine: "lf" };
  return formatFor(file, `export const handlers = {\n${stubTexts(added)}\n};\n`, wanted, forced);
}

/** What stands between the braces, as members of the user's object: the first level is not indented. */
function memberLines(code: string, { trailingComma }: CodeStyle): MemberLines {
  const lines = code.trimEnd().split("\n").slice(1, -1);
  const unit = /^[ \t]*/.exec(lines[0] ?? "")?.[0] ?? "";
  const members = lines.map((line) => (line.startsWith(unit) ? line.slice(unit.length) : line));
  const last = members.pop() ?? "";
  return { unit, lines: [...members, trailingComma ? last : last.replace(/,$/, "")] };
}

function uncertain(file: string, name: string, node: Node | undefined): Diagnostic[] {
  if (node === undefined) return [];
  const message = `${name} may come from this part, or not: it is not added`;
  return [diagnostic("SCAFFOLD_UNCERTAIN", message, placeOf(file, node))];
}

function noLonger(file: string, name: string, node: Node): Diagnostic {
  const message = `${name} is for no operation of the profile any more`;
  return diagnostic("SCAFFOLD_GONE", message, placeOf(file, node));
}
