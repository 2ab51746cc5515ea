/** Where a value stands, as source text: the inside of a template literal that grows with each step. */

import { escapePointerToken } from "@proto-gen/runtime/json";
import { templateText } from "../source/literal.js";

export interface PointerText {
  readonly text: string;
  /** The whole pointer as an expression, where it is one already. */
  readonly expression?: string;
}

export const START: PointerText = { text: "${at}", expression: "at" };

export function memberPointer({ text }: PointerText, name: string): PointerText {
  return { text: `${text}/${templateText(escapePointerToken(name))}` };
}

/** A step whose token is a variable of the generated code: an index. */
export function indexPointer({ text }: PointerText, variable: string): PointerText {
  return { text: `${text}/\${${variable}}` };
}

/** The pointer of a member whose name is a variable: `below` escapes it. */
export function keyPointer(pointer: PointerText, variable: string, below: string): PointerText {
  const expression = `${below}(${printPointer(pointer)}, ${variable})`;
  return { text: `\${${expression}}`, expression };
}

export function printPointer({ text, expression }: PointerText): string {
  return expression ?? `\`${text}\``;
}

/** The argument of a nested check: a pointer is built only when someone collects. */
export function lazyPointer(pointer: PointerText): string {
  const printed = printPointer(pointer);
  return printed === "at" ? "at" : `issues && ${printed}`;
}
