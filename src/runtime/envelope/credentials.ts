/** Credentials flow from the platform to the business only (§2.5). */

import { departuresOf, without } from "./departures.js";

const CREDENTIALS = /* @__PURE__ */ departuresOf([["payment", "instruments", "*", "credential"]]);

/**
 * A resource without the credentials of its payment instruments. The views of responses have none; this
 * is for what an operation handler answers all the same. `value` itself where there is none.
 */
export function withoutCredentials<Value>(value: Value): Value {
  return without(value, CREDENTIALS) as Value;
}
