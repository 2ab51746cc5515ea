/** Carts (§2.7): `createCarts` for a business's server, and the conversion of its carts to checkouts. */

export { CartError, type CartErrorCode } from "./evaluate.js";
export type { Carts } from "./create-carts.js";
export type {
  CartEvaluation,
  CartHandlers,
  CartRequest,
  CartResource,
  CartOptions,
  CartSession,
} from "./types.js";
