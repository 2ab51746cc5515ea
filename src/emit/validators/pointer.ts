/**
 * The JSON Pointer of a value, relative to the value that a check was called with: steps that are known, and at most one
 * that is a variable of the generated code.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import { code, stringLiteral, type Code, type Identifier } from "../v1.js";
import { templateText } from "../../source/literal.js";

export interface PointerText {
  /** The part that is known, as it will read at run time. */
  readonly known: string;
  /** An index variable behind it. */
  readonly index?: Identifier;
  /** The whole pointer as an expression, where a member's name is known only at run time. */
  readonly expression?: Code;
}

export const START: PointerText = { known: "" };

export function memberPointer({ known }: PointerText, name: string): PointerText {
  return { known: `${known}/${escapePointerToken(name)}` };
}

export function indexPointer({ known }: PointerText, index: Identifier): PointerText {
  return { known, index };
}

/** The pointer of a member whose name is a variable: `below` escapes it. */
export function keyPointer(
  pointer: PointerText,
  variable: Identifier,
  below: Identifier,
): PointerText {
  return {
    known: pointer.known,
    expression: code`${below}(${printPointer(pointer)}, ${variable})`,
  };
}

export function printPointer({ known, index, expression }: PointerText): Code {
  if (expression !== undefined) return expression;
  return index === undefined ? stringLiteral(known) : code`\`${templateText(known)}/\${${index}}\``;
}
