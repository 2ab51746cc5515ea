/** Names that generated modules share with the runtime and with each other. */

import { identifier, type Identifier } from "../text/identifier.js";
import { lowerFirst } from "../text/words.js";
import type { PackageSource } from "./module-scope.js";

/** The module that generated code imports. A version of it never changes, so that code generated for it keeps running (ADR 56). */
export const CODEGEN: PackageSource = { package: "@proto-gen/runtime/codegen/v1" };

/** The part of it that declarations of validators need: whoever checks them reads 4 declarations of the runtime in place of 20. */
export const CODEGEN_VALIDATOR: PackageSource = {
  package: "@proto-gen/runtime/codegen/v1/validator",
};

/**
 * `Checkout` is `checkoutStops`: true where validation stops. Where active extensions decide on some of its
 * members, `checkoutStopsFor` makes that for a set of them. Types begin with a capital.
 */
export function stopsName(type: Identifier, isOpen = false): Identifier {
  return identifier(`${lowerFirst(type)}Stops${isOpen ? "For" : ""}`);
}
