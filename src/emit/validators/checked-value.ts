/** A value in generated code, while the rules of a node are printed for it. */

import type { Code, Identifier } from "../v1.js";
import type { CheckContext } from "./context.js";
import type { PointerText } from "./pointer.js";

/** An expression for a value, and where the value stands. */
export interface ValueExpression {
  readonly value: Code;
  readonly at: PointerText;
  readonly context: CheckContext;
}

/** A value that a variable holds. */
export interface CheckedValue extends ValueExpression {
  readonly value: Identifier;
  /** The variable that holds the value's members, where it is known to be an object. */
  readonly object?: Identifier;
}

/** A value that is known to be an object. */
export interface CheckedObject extends CheckedValue {
  readonly object: Identifier;
}
