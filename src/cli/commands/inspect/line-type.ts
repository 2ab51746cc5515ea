/** Prints a node's type as `index.ts` declares it, but on one line and without comments. */

import { normaliseDeclaration } from "../../../source/layout/normalise.js";
import { parseDeclarations } from "../../../source/layout/parse.js";
import type { Member, TupleElement, Type } from "../../../source/layout/syntax.js";
import { typeText, type TypeName } from "../../../emit/types/type-text.js";
import type { Node } from "../../../model/node.js";

export function lineType(node: Node, nameOf: TypeName): string {
  const [declaration] = parseDeclarations(`export type It = ${typeText(node, nameOf)};`);
  return declaration === undefined ? "unknown" : line(normaliseDeclaration(declaration).type);
}

function line(type: Type): string {
  switch (type.kind) {
    case "name":
      return type.arguments.length === 0
        ? type.name
        : `${type.name}<${type.arguments.map(line).join(", ")}>`;
    case "literal":
      return type.text;
    case "array":
      return `${operand(type.element)}[]`;
    case "access":
      return `${operand(type.object)}[${line(type.index)}]`;
    case "readonly":
      return `readonly ${operand(type.operand)}`;
    case "tuple":
      return `[${type.elements.map(element).join(", ")}]`;
    case "object":
      return type.members.length === 0 ? "{}" : `{ ${type.members.map(member).join("; ")} }`;
    case "union":
      return type.types
        .map((each) => (each.kind === "intersection" ? operand(each) : line(each)))
        .join(" | ");
    case "intersection":
      return type.types.map(operand).join(" & ");
  }
}

/** In parentheses where an operator beside it would bind more tightly. */
function operand(type: Type): string {
  return type.kind === "union" || type.kind === "intersection" || type.kind === "readonly"
    ? `(${line(type)})`
    : line(type);
}

function element({ presence, type }: TupleElement): string {
  if (presence === "rest") return `...${operand(type)}`;
  return presence === "optional" ? `${operand(type)}?` : line(type);
}

function member({ key, type }: Member): string {
  return key.kind === "index"
    ? `[${key.parameter}: ${line(key.type)}]: ${line(type)}`
    : `${key.name}${key.optional ? "?" : ""}: ${line(type)}`;
}
