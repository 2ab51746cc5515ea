/** Names that generated modules share with the runtime and with each other. */

import { identifier, type Identifier } from "../text/identifier.js";
import { lowerFirst } from "../text/words.js";

/** The module that checks import. A version of it never changes, so that code generated for it keeps running (ADR 56). */
export const CODEGEN = "@proto-gen/runtime/codegen/v1";

/**
 * `Checkout` is `checkoutFails`: true where a value is no checkout. Where active extensions decide on some of its
 * members, `checkoutFailsFor` makes that for a set of them. Types begin with a capital.
 */
export function failsName(type: Identifier, isOpen = false): Identifier {
  return identifier(`${lowerFirst(type)}Fails${isOpen ? "For" : ""}`);
}
