/**
 * Parse: the text of type declarations in, their syntax out, as it was written. A recursive descent
 * with one method a production.
 */

import { numberLiteral, stringLiteral, typeMemberName } from "../literal.js";
import { isIdentifier, type Identifier } from "../../text/identifier.js";
import { INVISIBLE_IN_PROSE } from "../../text/invisible.js";
import { code, type Code } from "../code.js";
import { Scanner } from "./scan.js";
import type {
  Comment,
  Declaration,
  IndexKey,
  Member,
  PropertyName,
  TupleElement,
  Type,
} from "./syntax.js";

const TYPE_WORDS: ReadonlyMap<string, Code> = new Map([
  ["null", code`null`],
  ["undefined", code`undefined`],
  ["void", code`void`],
  ["true", code`true`],
  ["false", code`false`],
]);

/** @throws Error at the first token that does not belong, with its offset */
export function parseDeclarations(source: string): readonly Declaration[] {
  const scanner = new Scanner(source);
  const declarations: Declaration[] = [];
  while (scanner.kind !== "end") declarations.push(parseDeclaration(scanner));
  return declarations;
}

function parseDeclaration(scanner: Scanner): Declaration {
  const comments = parseComments(scanner);
  if (!scanner.isName("export")) scanner.fail('"export"');
  scanner.advance();
  if (scanner.isName("interface")) {
    scanner.advance();
    return { kind: "interface", comments, name: parseName(scanner), type: parseObject(scanner) };
  }
  if (!scanner.isName("type")) scanner.fail('"interface" or "type"');
  scanner.advance();
  const name = parseName(scanner);
  expect(scanner, "=");
  const type = parseType(scanner);
  if (!skip(scanner, ";") && scanner.kind !== "end" && !scanner.afterNewline)
    scanner.fail("the type's end");
  return { kind: "alias", comments, name, type };
}

/** Unions bind loosest, intersections next. A leading `|` or `&` says nothing. */
function parseType(scanner: Scanner): Type {
  return parseSet(scanner, UNION);
}

function parseIntersection(scanner: Scanner): Type {
  return parseSet(scanner, INTERSECTION);
}

interface SetSyntax {
  readonly kind: "union" | "intersection";
  readonly mark: string;
  readonly parseMember: (scanner: Scanner) => Type;
}

const UNION: SetSyntax = { kind: "union", mark: "|", parseMember: parseIntersection };
const INTERSECTION: SetSyntax = { kind: "intersection", mark: "&", parseMember: parseOperand };

function parseSet(scanner: Scanner, { kind, mark, parseMember }: SetSyntax): Type {
  skip(scanner, mark);
  const first = parseMember(scanner);
  if (!scanner.is(mark)) return first;
  const types = [first];
  while (skip(scanner, mark)) types.push(parseMember(scanner));
  return { kind, types };
}

function parseOperand(scanner: Scanner): Type {
  if (scanner.isName("readonly")) {
    scanner.advance();
    return { kind: "readonly", operand: parseOperand(scanner) };
  }
  let type = parsePrimary(scanner);
  // A bracket on a new line is the next member's: an index signature.
  while (scanner.is("[") && !scanner.afterNewline) {
    scanner.advance();
    if (skip(scanner, "]")) type = { kind: "array", element: type };
    else {
      type = { kind: "access", object: type, index: parseType(scanner) };
      expect(scanner, "]");
    }
  }
  return type;
}

function parsePrimary(scanner: Scanner): Type {
  const { kind, text } = scanner;
  if (kind === "string") return parseLiteral(scanner, stringLiteral(text));
  if (kind === "number") return parseLiteral(scanner, parseNumber(scanner));
  if (kind === "name") return parseNamed(scanner);
  if (text === "{") return parseObject(scanner);
  if (text === "[") return parseTuple(scanner);
  if (text !== "(") scanner.fail("a type");
  scanner.advance();
  const type = parseType(scanner);
  expect(scanner, ")");
  return type;
}

function parseLiteral(scanner: Scanner, text: Code): Type {
  scanner.advance();
  return { kind: "literal", text };
}

function parseNumber(scanner: Scanner): Code {
  const value = Number(scanner.text);
  if (!Number.isFinite(value)) scanner.fail("a finite number");
  return numberLiteral(value);
}

function parseNamed(scanner: Scanner): Type {
  let name = parseTypeName(scanner);
  while (skip(scanner, ".")) name = code`${name}.${parseName(scanner)}`;
  if (scanner.afterNewline || !skip(scanner, "<")) return { kind: "name", name, arguments: [] };
  const types = [parseType(scanner)];
  while (skip(scanner, ",")) types.push(parseType(scanner));
  expect(scanner, ">");
  return { kind: "name", name, arguments: types };
}

function parseTuple(scanner: Scanner): Type {
  expect(scanner, "[");
  const elements: TupleElement[] = [];
  while (!scanner.is("]")) {
    elements.push(parseTupleElement(scanner));
    if (!skip(scanner, ",")) break;
  }
  expect(scanner, "]");
  return { kind: "tuple", elements };
}

function parseTupleElement(scanner: Scanner): TupleElement {
  if (skip(scanner, "...")) return { presence: "rest", type: parseType(scanner) };
  const type = parseType(scanner);
  return { presence: skip(scanner, "?") ? "optional" : "required", type };
}

function parseObject(scanner: Scanner): Type {
  expect(scanner, "{");
  const members: Member[] = [];
  while (!scanner.is("}")) {
    members.push(parseMember(scanner));
    if (!skip(scanner, ";") && !skip(scanner, ",") && !scanner.afterNewline && !scanner.is("}"))
      scanner.fail("the member's end");
  }
  scanner.advance();
  return { kind: "object", members };
}

function parseMember(scanner: Scanner): Member {
  const comments = parseComments(scanner);
  const { readonly, key } = parseKey(scanner);
  expect(scanner, ":");
  return { comments, readonly, key, type: parseType(scanner) };
}

/** `readonly` is a modifier in front of a name, and a name elsewhere. */
function parseKey(scanner: Scanner): Pick<Member, "readonly" | "key"> {
  if (scanner.is("[")) return { readonly: false, key: parseIndexKey(scanner) };
  const isWord = scanner.isName("readonly");
  const key = parsePropertyName(scanner);
  if (!isWord || key.optional || scanner.is(":")) return { readonly: false, key };
  return {
    readonly: true,
    key: scanner.is("[") ? parseIndexKey(scanner) : parsePropertyName(scanner),
  };
}

function parseIndexKey(scanner: Scanner): IndexKey {
  expect(scanner, "[");
  const parameter = parseName(scanner);
  expect(scanner, ":");
  const type = parseNamed(scanner);
  expect(scanner, "]");
  return { kind: "index", parameter, type };
}

function parsePropertyName(scanner: Scanner): PropertyName {
  const { kind, text } = scanner;
  if (kind !== "name" && kind !== "string" && kind !== "number") scanner.fail("a member's name");
  const name = kind === "number" ? parseNumber(scanner) : typeMemberName(text, kind === "string");
  scanner.advance();
  return { kind: "property", name, optional: skip(scanner, "?") };
}

function parseName(scanner: Scanner): Identifier {
  const { kind, text } = scanner;
  if (kind !== "name" || !isIdentifier(text)) scanner.fail("a name");
  scanner.advance();
  return text;
}

/** Some reserved words are types. */
function parseTypeName(scanner: Scanner): Code {
  const { kind, text } = scanner;
  const word = kind === "name" ? TYPE_WORDS.get(text) : undefined;
  if (word === undefined) return parseName(scanner);
  scanner.advance();
  return word;
}

function parseComments(scanner: Scanner): readonly Comment[] {
  const comments: Comment[] = [];
  for (; scanner.kind === "comment"; scanner.advance()) comments.push(commentLines(scanner.text));
  return comments;
}

/** The comment's lines without their stars, and without blank lines at either end. */
function commentLines(inside: string): Comment {
  const lines = inside.split(/\r\n?|[\n\u2028\u2029]/).map((line) => {
    const text = line.replace(INVISIBLE_IN_PROSE, " ").trim();
    return text.startsWith("*") ? text.slice(1) : ` ${text}`;
  });
  let [first, last] = [0, lines.length];
  while (first < last && lines[first]?.trim() === "") first++;
  while (last > first && lines[last - 1]?.trim() === "") last--;
  return lines.slice(first, last);
}

function skip(scanner: Scanner, mark: string): boolean {
  const found = scanner.is(mark);
  if (found) scanner.advance();
  return found;
}

function expect(scanner: Scanner, mark: string): void {
  if (!skip(scanner, mark)) scanner.fail(`"${mark}"`);
}
