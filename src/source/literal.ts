/**
 * The one way by which a schema's string reaches generated source: a literal that evaluates to the string and to nothing
 * else, whatever it holds.
 */

import type { Json } from "@proto-gen/runtime/json";
import { escapeInvisible, INVISIBLE_IN_CODE } from "../text/invisible.js";
import { code, numberText, verbatim, type Code } from "./code.js";
import { group, hardline, ifBreak, indent, join, line, softline, type Doc } from "./doc.js";

/** As a member's name, reserved words need no quotes. */
const MEMBER_NAME = /^[A-Za-z_$][\w$]*$/;

/** Text that stands in a literal as it is: most names, pointers and URLs. */
const PLAIN_TEXT = /^[\w !#$%&()*+,./:;<=>?@[\]^{|}~-]*$/;

/**
 * A string literal in prettier's quotes: double, unless that costs more escapes.
 *
 * @example
 * ```ts
 * import { stringLiteral } from "proto-gen/emitter/v1";
 *
 * stringLiteral("card"); // '"card"'
 * stringLiteral('a "quoted" word'); // "'a \"quoted\" word'"
 * ```
 */
export function stringLiteral(value: string): Code {
  if (PLAIN_TEXT.test(value)) return verbatim(`"${value}"`);
  const json = escapedText(value);
  const doubles = value.split('"').length - 1;
  const singles = value.split("'").length - 1;
  return verbatim(doubles <= singles ? `"${json}"` : `'${requoted(json, "'")}'`);
}

/** The text between the double quotes. */
function escapedText(value: string): string {
  return escapeInvisible(JSON.stringify(value).slice(1, -1));
}

/** The same text between other quotes: double ones need no escape there, the others do. */
function requoted(escaped: string, quote: string): string {
  return escaped.replace(/\\[^]|['`]/g, (unit) =>
    unit === '\\"' ? '"' : unit === quote ? `\\${quote}` : unit,
  );
}

/** Text inside a template literal, without its quotes. */
export function templateText(value: string): Code {
  return verbatim(requoted(escapedText(value), "`").replaceAll("${", "\\${"));
}

/**
 * A member name in an object literal or a type.
 *
 * @example
 * ```ts
 * import { propertyName } from "proto-gen/emitter/v1";
 *
 * propertyName("line_items"); // "line_items"
 * propertyName("com.example.gift"); // '"com.example.gift"'
 * ```
 */
export function propertyName(name: string): Code {
  return MEMBER_NAME.test(name) && name !== "__proto__" ? verbatim(name) : stringLiteral(name);
}

/**
 * A member name in a type, as prettier prints it: without quotes where ES5 has an identifier, and as it was where it
 * had none. Unlike in a value, `__proto__` is a name like others.
 */
export function typeMemberName(name: string, isQuoted: boolean): Code {
  const isPlain = ES5_IDENTIFIER.test(name) && !BEYOND_BASIC_PLANE.test(name);
  const isVisible = escapeInvisible(name) === name;
  return isVisible && (isPlain || !isQuoted) ? verbatim(name) : stringLiteral(name);
}

const ES5_IDENTIFIER = /^[$_\p{L}\p{Nl}][$_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u200c\u200d]*$/u;
const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;

/**
 * A number as it stands in code.
 *
 * @throws TypeError for what JSON has no number for
 *
 * @example
 * ```ts
 * import { numberLiteral } from "proto-gen/emitter/v1";
 *
 * numberLiteral(1e21); // "1e21"
 * numberLiteral(NaN); // throws TypeError
 * ```
 */
export function numberLiteral(value: number): Code {
  return verbatim(numberText(value));
}

/**
 * Patterns that TypeScript refuses although engines accept them: it knows neither escapes in the names of groups nor all
 * properties of a later Unicode.
 */
const UNKNOWN_TO_TYPESCRIPT = /\(\?<[^=!]|\\k|\\[pP]\{(?![LMNPSZC][a-z]?\})/;

/**
 * A regular expression with the flag `u`, as a literal where TypeScript reads it.
 *
 * @throws SyntaxError where the pattern is none
 *
 * @example
 * ```ts
 * import { regexLiteral } from "proto-gen/emitter/v1";
 *
 * regexLiteral("^[a-z]+$"); // "/^[a-z]+$/u"
 * regexLiteral("["); // throws SyntaxError
 * ```
 */
export function regexLiteral(pattern: string): Code {
  const { source } = new RegExp(pattern, "u");
  if (UNKNOWN_TO_TYPESCRIPT.test(source))
    return code`/* @__PURE__ */ new RegExp(${stringLiteral(source)}, "u")`;
  const visible = source.replace(
    INVISIBLE_IN_CODE,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return verbatim(`/${visible}/u`);
}

/**
 * Any JSON value. Objects stand on several lines, arrays where they do not fit one.
 *
 * @example
 * ```ts
 * import { jsonLiteral, printDoc } from "proto-gen/emitter/v1";
 *
 * printDoc(jsonLiteral([1, "two", null])); // '[1, "two", null]'
 * printDoc(jsonLiteral({ id: 1 })); // "{\n  id: 1,\n}"
 * ```
 */
export function jsonLiteral(value: Json): Doc {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  if (value === null) return code`null`;
  if (typeof value === "boolean") return value ? code`true` : code`false`;
  if (Array.isArray(value)) return arrayLiteral((value as readonly Json[]).map(jsonLiteral));
  return objectLiteral(
    Object.entries(value).map(([name, member]) => [name, jsonLiteral(member)] as const),
  );
}

/**
 * An object with each member on a line of its own.
 *
 * @example
 * ```ts
 * import { objectLiteral, printDoc, stringLiteral } from "proto-gen/emitter/v1";
 *
 * printDoc(objectLiteral([["id", stringLiteral("item_1")]])); // '{\n  id: "item_1",\n}'
 * ```
 */
export function objectLiteral(members: readonly (readonly [string, Doc])[]): Doc {
  if (members.length === 0) return "{}";
  // Prettier quotes numbers-like and odd names one by one ("as-needed").
  const printed = members.map(([name, value]): Doc => [
    printMember(name === "__proto__" ? code`["__proto__"]` : propertyName(name), value),
    ",",
  ]);
  return ["{", indent([hardline, join(hardline, printed)]), hardline, "}"];
}

/** As prettier does: a text that does not fit stands below its name, unless that wins too little. */
function printMember(name: Code, value: Doc): Doc {
  // A quoted name or a number stands for nothing, whatever its value.
  if (value === name && MEMBER_NAME.test(name) && !KEYWORD_VALUES.has(name)) return name;
  const isText = typeof value === "string" && /^["']/.test(value);
  return isText && name.length >= SHORTEST_BROKEN_NAME
    ? group([name, ":", indent([line, value])])
    : [name, ": ", value];
}

const SHORTEST_BROKEN_NAME = 5;

/** A member of such a name may have the value that is written like it. */
const KEYWORD_VALUES: ReadonlySet<string> = new Set(["true", "false", "null"]);

/**
 * An array with each item on a line of its own.
 *
 * @example
 * ```ts
 * import { listLiteral, numberLiteral, printDoc } from "proto-gen/emitter/v1";
 *
 * printDoc(listLiteral([numberLiteral(1)])); // "[\n  1,\n]"
 * ```
 */
export function listLiteral(items: readonly Doc[]): Doc {
  return items.length === 0
    ? "[]"
    : ["[", indent([hardline, join([",", hardline], items), ","]), hardline, "]"];
}

/**
 * An array, on one line where it fits.
 *
 * @example
 * ```ts
 * import { arrayLiteral, printDoc, stringLiteral } from "proto-gen/emitter/v1";
 *
 * printDoc(arrayLiteral(["id", "title"].map(stringLiteral))); // '["id", "title"]'
 * ```
 */
export function arrayLiteral(items: readonly Doc[]): Doc {
  if (items.length === 0) return "[]";
  return group(["[", indent([softline, join([",", line], items)]), ifBreak(","), softline, "]"]);
}
