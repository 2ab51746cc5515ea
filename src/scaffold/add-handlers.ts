/**
 * Adds the missing handlers to a module that has some: stubs at the end of its object of handlers. Everything else in
 * the module stays byte for byte.
 */

import type { Options } from "prettier";
import type { Node, SourceFile } from "ts-morph";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import { detectCodeStyle, type CodeStyle } from "./code-style.js";
import { BUSINESS_HANDLERS } from "./commerce-handlers.js";
import { otherHandlersName } from "./server-names.js";
import { findHandlersLiteral, locateNode } from "./find-handlers-literal.js";
import { formatSource, type FormattedSource } from "./format-source.js";
import type { HandlerStub } from "./handler-stubs.js";
import { insertMembers, type MemberLines } from "./insert-members.js";
import { readMembers, type LiteralMembers } from "./members.js";
import { parseModule, openInProject } from "./open-module.js";
import type { ServerImport } from "./server-import.js";
import { printHandlerStubs } from "./stub-text.js";
import { applyEdits } from "../text/text-edit.js";
import { resolveMemberNames } from "./member-names.js";

export interface ScaffoldResult {
  /** The whole module; unchanged where no handler is missing. */
  readonly text: string;
  /** Handlers that the profile needs, in the order of its operations. */
  readonly handlers: readonly string[];
  /** The handlers that were missing. */
  readonly added: readonly string[];
  /** Handlers in the module that are for no operation of the profile. */
  readonly gone: readonly string[];
  readonly notices: readonly Diagnostic[];
}

export interface HandlersInput {
  readonly file: string;
  readonly text: string;
  readonly stubs: readonly HandlerStub[];
  readonly server: ServerImport;
}

export async function addHandlers(input: HandlersInput): Promise<Omit<ScaffoldResult, "handlers">> {
  const { file, text } = input;
  const source = parseModule(file, text);
  // What `createBusiness` answers is no business of this module.
  const stubs =
    otherHandlersName(source) === undefined
      ? input.stubs
      : input.stubs.filter(({ name }) => !BUSINESS_HANDLERS.has(name));
  const members = resolveMembers({ ...input, stubs }, source);
  const missing = stubs.filter(({ name }) => !members.certain.has(name));
  const added = missing.filter(({ name }) => !members.possible.has(name));
  const obsolete = [...members.own].filter(([name]) => stubs.every((each) => each.name !== name));
  const notices = [
    ...missing.flatMap(({ name }) => uncertainNotice(file, name, members.possible.get(name))),
    ...obsolete.map(([name, node]) => obsoleteNotice(file, name, node)),
  ];
  const edited =
    added.length === 0 ? { text, notices: [] } : await insertStubs(input, source, added);
  return {
    text: edited.text,
    added: added.map(({ name }) => name),
    gone: obsolete.map(([name]) => name),
    notices: [...edited.notices, ...notices],
  };
}

/** By syntax, and by types only where syntax is not conclusive: a type checker takes a second to start. */
function resolveMembers(
  { file, text, stubs, server }: HandlersInput,
  source: SourceFile,
): LiteralMembers {
  const plain = readMembers(findHandlersLiteral(source, file, server));
  if (isConclusive(plain, stubs)) return plain;
  const typedSource = openInProject(file, text);
  const members =
    typedSource &&
    readMembers(findHandlersLiteral(typedSource, file, server), (node) => resolveMemberNames(node));
  const [unknown] = (members ?? plain).unknown;
  if (members !== undefined && isConclusive(members, stubs)) return members;
  throw failure(
    "SCAFFOLD_UNKNOWN_SPREAD",
    "the type of this spread does not name the handlers that it contains",
    { place: unknown && locateNode(file, unknown) },
  );
}

function isConclusive(
  { unknown, certain }: LiteralMembers,
  stubs: readonly HandlerStub[],
): boolean {
  return unknown.length === 0 || stubs.every(({ name }) => certain.has(name));
}

async function insertStubs(
  { file, text, server }: HandlersInput,
  source: SourceFile,
  added: readonly HandlerStub[],
): Promise<FormattedSource> {
  const literal = findHandlersLiteral(source, file, server);
  const style = detectCodeStyle(source, literal);
  const { text: code, notices } = await formatStubs(file, added, style);
  const lines = memberLines(code, style);
  return { text: applyEdits(text, insertMembers(literal, lines, style)), notices };
}

function formatStubs(file: string, added: readonly HandlerStub[], style: CodeStyle) {
  const { unit, quotes, semicolons, trailingComma } = style;
  const defaults: Options = {
    singleQuote: quotes === "single",
    semi: semicolons,
    trailingComma: trailingComma ? "all" : "none",
  };
  const indentation: Options =
    unit === undefined ? {} : { useTabs: unit.startsWith("\t"), tabWidth: unit.length };
  const overrides: Options = { ...indentation, endOfLine: "lf" };
  const code = `export const handlers = {\n${printHandlerStubs(added)}\n};\n`;
  return formatSource(file, code, { defaults, overrides });
}

/** The lines between the braces, without the first level of indentation. */
function memberLines(code: string, { trailingComma }: CodeStyle): MemberLines {
  const lines = code.trimEnd().split("\n").slice(1, -1);
  const unit = /^[ \t]*/.exec(lines[0] ?? "")?.[0] ?? "";
  const members = lines.map((line) => (line.startsWith(unit) ? line.slice(unit.length) : line));
  const last = members.pop() ?? "";
  return { unit, lines: [...members, trailingComma ? last : last.replace(/,$/, "")] };
}

function uncertainNotice(file: string, name: string, node: Node | undefined): Diagnostic[] {
  if (node === undefined) return [];
  const message = `${name} may or may not come from this spread, so it is not added`;
  return [diagnostic("SCAFFOLD_UNCERTAIN", message, { place: locateNode(file, node) })];
}

function obsoleteNotice(file: string, name: string, node: Node): Diagnostic {
  const message = `${name} belongs to no operation of the profile any more`;
  return diagnostic("SCAFFOLD_HANDLER_UNUSED", message, { place: locateNode(file, node) });
}
