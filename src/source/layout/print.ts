/**
 * Print: declarations in, documents out that break where prettier breaks them (3.10, `printWidth`
 * 100). Objects stand with one member a line.
 */

import {
  group,
  hardline,
  ifBreak,
  indent,
  isList,
  join,
  line,
  LINE_WIDTH,
  softline,
  stack,
  type Doc,
} from "../doc.js";
import type {
  Comment,
  Declaration,
  Member,
  ObjectType,
  SetType,
  TupleElement,
  TupleType,
  Type,
} from "./syntax.js";
import type { Identifier } from "../../text/identifier.js";
import { code } from "../code.js";
import { commentBlock } from "../comment.js";

/** The context of a type: it decides on parentheses and on how a union breaks. */
type Place =
  "alias" | "annotation" | "argument" | "only element" | "element" | "constituent" | "operand";

const KEYWORDS = new Set(
  "any unknown never void null undefined string number boolean bigint symbol object this true false".split(
    " ",
  ),
);

export function printDeclaration({ kind, comments, name, heritage, type }: Declaration): Doc {
  const declaration =
    kind === "interface"
      ? ([printHead(name, heritage), " ", printType(type, "alias")] as const)
      : printAlias(name, type);
  return withComments(comments, declaration);
}

function printHead(name: Identifier, heritage: Type | undefined): Doc {
  const head = code`export interface ${name}`;
  if (heritage === undefined) return head;
  return group(indent([head, line, code`extends `, printType(heritage, "argument")]));
}

function printAlias(name: Identifier, type: Type): Doc {
  const head = code`export type ${name} =`;
  const right = printType(type, "alias");
  if (type.kind === "union" && !isHugged(type))
    return [group([head, group(indent([line, right]))]), ";"];
  // A type without a place to break goes to the next line if it does not fit; others break inside.
  const fits = head.length + 1 + unbreakableWidth([right, ";"]) <= LINE_WIDTH;
  return [head, fits ? [" ", right] : indent([hardline, right]), ";"];
}

/** The width of a document's text up to the first place where it may break. */
function unbreakableWidth(doc: Doc): number {
  let width = 0;
  const rest: Doc[] = [doc];
  for (let next = rest.pop(); next !== undefined && width <= LINE_WIDTH; next = rest.pop()) {
    if (typeof next === "string") width += next.length;
    else if (isList(next))
      for (let index = next.length - 1; index >= 0; index--) rest.push(next[index] as Doc);
    else if (next.kind === "ifBreak") width += next.broken.length;
    else if (next.kind === "line") return width;
    else rest.push(next.content);
  }
  return width;
}

function printType(type: Type, place: Place): Doc {
  switch (type.kind) {
    case "literal":
      return type.text;
    case "name":
      return type.arguments.length === 0 ? type.name : [type.name, printArguments(type.arguments)];
    case "array":
      return [printType(type.element, "operand"), "[]"];
    case "access":
      return [printType(type.object, "operand"), "[", printType(type.index, "annotation"), "]"];
    case "readonly":
      return parenthesised(place === "operand", [
        code`readonly `,
        printType(type.operand, "operand"),
      ]);
    case "tuple":
      return printTuple(type);
    case "object":
      return printObject(type);
    case "union":
      return printUnion(type, place);
    case "intersection":
      return parenthesised(isInside(place), printIntersection(type));
  }
}

function isInside(place: Place): boolean {
  return place === "operand" || place === "constituent";
}

function parenthesised(condition: boolean, doc: Doc): Doc {
  return condition ? ["(", doc, ")"] : doc;
}

function printUnion(union: SetType, place: Place): Doc {
  const printed = union.types.map((type) => printType(type, "constituent"));
  if (isHugged(union)) return parenthesised(isInside(place), join(" | ", printed));
  const lines = group(
    printed.map((type, index) => [index === 0 ? ifBreak("| ") : [line, "| "], indent(type)]),
  );
  if (isInside(place)) return ["(", group([indent([softline, lines]), softline]), ")"];
  if (place === "element")
    return group([indent([ifBreak("("), softline, lines]), softline, ifBreak(")")]);
  return place === "annotation" ? group(indent([softline, lines])) : lines;
}

/** `{...} | null` and `Order | null` do not stand below each other. */
function isHugged({ kind, types }: SetType): boolean {
  const objects = types.filter(isObjectLike).length;
  return (
    kind === "union" &&
    objects === 1 &&
    types.every((type) => isObjectLike(type) || isNothing(type))
  );
}

function isObjectLike(type: Type): boolean {
  return type.kind === "object" || (type.kind === "name" && !KEYWORDS.has(type.name));
}

function isNothing(type: Type): boolean {
  return type.kind === "name" && (type.name === "null" || type.name === "void");
}

/** Types without braces stand below each other; a type after an object's brace stays beside it. */
function printIntersection({ types }: SetType): Doc {
  let indented = false;
  return group(
    types.map((type, index): Doc => {
      const printed = printType(type, "constituent");
      const previous = types[index - 1];
      if (previous === undefined) return printed;
      const objects = Number(type.kind === "object") + Number(previous.kind === "object");
      if (objects === 0) return indent([" &", line, printed]);
      if (objects === 1 && index > 1) indented = true;
      const inner = objects === 1 ? index > 1 : indented;
      return [" & ", inner ? indent(printed) : printed];
    }),
  );
}

function printArguments(types: readonly Type[]): Doc {
  const printed = types.map((type) => printType(type, "argument"));
  const [only] = types;
  if (types.length === 1 && only !== undefined && isSimple(only)) return ["<", printed, ">"];
  return group(["<", indent([softline, join([",", line], printed)]), softline, ">"]);
}

/** An only type argument of this kind does not leave its brackets. */
function isSimple(type: Type): boolean {
  if (type.kind === "union") return isHugged(type);
  return (
    type.kind === "literal" ||
    type.kind === "object" ||
    (type.kind === "name" && type.arguments.length === 0)
  );
}

function printTuple({ elements }: TupleType): Doc {
  if (elements.length === 0) return "[]";
  const place = elements.length === 1 ? "only element" : "element";
  const printed = elements.map((element) => group(printTupleElement(element, place)));
  return group(["[", indent([softline, join([",", line], printed), ifBreak(",")]), softline, "]"]);
}

function printTupleElement({ presence, type }: TupleElement, place: Place): Doc {
  if (presence === "rest") return ["...", printType(type, "operand")];
  return presence === "optional" ? [printType(type, "operand"), "?"] : printType(type, place);
}

function printObject({ members }: ObjectType): Doc {
  if (members.length === 0) return "{}";
  return ["{", indent([hardline, stack(members.map(printMember))]), hardline, "}"];
}

function printMember({ comments, readonly, key, type }: Member): Doc {
  const name: Doc =
    key.kind === "property"
      ? [key.name, key.optional ? "?" : ""]
      : [
          "[",
          group([
            indent([softline, code`${key.parameter}: `, printType(key.type, "annotation")]),
            softline,
          ]),
          "]",
        ];
  const modifier = readonly ? code`readonly ` : code``;
  return withComments(comments, [
    group([modifier, name, ": ", printType(type, "annotation")]),
    ";",
  ]);
}

function withComments(comments: readonly Comment[], doc: Doc): Doc {
  return comments.length === 0 ? doc : stack([...comments.map(printComment), doc]);
}

/** The text after a line's ` *` starts with a space, or is nothing. */
function printComment(lines: Comment): Doc {
  return commentBlock(lines.map((text) => text.replace(/^ /, "")));
}
