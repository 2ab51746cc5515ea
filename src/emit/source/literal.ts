/**
 * Literals: the one way by which a schema's string reaches generated source. In: data. Out: source
 * text that evaluates to it and to nothing else, whatever it holds.
 */

import type { Json } from "@proto-gen/runtime/json";
import { group, hardline, ifBreak, indent, join, line, softline, type Doc } from "./doc.js";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A string literal in prettier's quotes: double, unless that costs more escapes. */
export function stringLiteral(value: string): string {
  const json = escapedText(value);
  const doubles = value.split('"').length - 1;
  const singles = value.split("'").length - 1;
  return doubles <= singles ? `"${json}"` : `'${requoted(json, "'")}'`;
}

/** What stands between the double quotes. */
function escapedText(value: string): string {
  return JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff\p{Cs}]/gu, escapeUnit);
}

/** The same text between other quotes: double ones need no escape there, the others do. */
function requoted(escaped: string, quote: string): string {
  return escaped.replace(/\\[^]|['`]/g, (unit) =>
    unit === '\\"' ? '"' : unit === quote ? `\\${quote}` : unit,
  );
}

function escapeUnit(unit: string): string {
  return Array.from(
    unit,
    (_, index) => `\\u${unit.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** Text inside a template literal, without its quotes. */
export function templateText(value: string): string {
  return requoted(escapedText(value), "`").replaceAll("${", "\\${");
}

/** A member name in an object literal or a type. */
export function propertyName(name: string): string {
  return IDENTIFIER.test(name) && name !== "__proto__" ? name : stringLiteral(name);
}

export function numberLiteral(value: number): string {
  return Object.is(value, -0) ? "0" : String(value).replace("e+", "e");
}

/** A regular expression literal, flag `u`; throws where the pattern is none. */
export function regexLiteral(pattern: string): string {
  const { source } = new RegExp(pattern, "u");
  return `/${source.replace(/[\u007f-\u009f\ufeff\p{Cs}]/gu, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`)}/u`;
}

/** Any JSON value. Objects stand on several lines, arrays where they do not fit one. */
export function jsonLiteral(value: Json): Doc {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return arrayLiteral((value as readonly Json[]).map(jsonLiteral));
  return objectLiteral(
    Object.entries(value).map(([name, member]) => [name, jsonLiteral(member)] as const),
  );
}

export function objectLiteral(members: readonly (readonly [string, Doc])[]): Doc {
  if (members.length === 0) return "{}";
  // Prettier quotes numbers-like and odd names one by one ("as-needed").
  const printed = members.map(([name, value]) => [
    printMember(name === "__proto__" ? '["__proto__"]' : propertyName(name), value),
    ",",
  ]);
  return ["{", indent([hardline, join(hardline, printed)]), hardline, "}"];
}

/** As prettier does: a text that does not fit stands below its name, unless that wins too little. */
function printMember(name: string, value: Doc): Doc {
  // A quoted name or a number stands for nothing, whatever its value.
  if (value === name && IDENTIFIER.test(name) && !KEYWORD_VALUES.has(name)) return name;
  const isText = typeof value === "string" && /^["']/.test(value);
  return isText && name.length >= SHORTEST_BROKEN_NAME
    ? group([name, ":", indent([line, value])])
    : [name, ": ", value];
}

const SHORTEST_BROKEN_NAME = 5;

/** A member of such a name may have the value that is written like it. */
const KEYWORD_VALUES: ReadonlySet<string> = new Set(["true", "false", "null"]);

export function arrayLiteral(items: readonly Doc[]): Doc {
  if (items.length === 0) return "[]";
  return group(["[", indent([softline, join([",", line], items)]), ifBreak(","), softline, "]"]);
}
