/**
 * The types of a business's carts, derived from its generated handlers. `CartShape` is the untyped view that this
 * module itself reads.
 */

import type { WithoutMembers } from "../service/without-members.js";
import type { CheckoutMessage } from "../checkout/next-action.js";
import type { BusinessOutcome } from "../envelope/index.js";
import type { AnyHandler } from "../checkout/types.js";
import type { Total } from "../totals/total.js";

/** The four operations of §4.3, as in `Handlers` of the generated `server.ts`. */
export interface CartHandlers {
  readonly createCart: AnyHandler;
  readonly getCart: AnyHandler;
  readonly updateCart: AnyHandler;
  readonly cancelCart: AnyHandler;
}

export type CartHandlerName = keyof CartHandlers;

/** A create request, or an update request, which replaces all of it (§2.7). */
export type CartRequest<Each extends CartHandlers> =
  Parameters<Each["createCart"]>[0] | Parameters<Each["updateCart"]>[0];

/** The cart without its envelope. */
export type CartResource<Each extends CartHandlers> = Exclude<
  Awaited<ReturnType<Each["createCart"]>>,
  BusinessOutcome
>;

/**
 * The business's evaluation of a request. Default for `buyer` and `context`: the request's. Default for `expires_at`
 * and `continue_url`: from `cartMs` and `continueUrl`.
 */
export type CartEvaluation<Each extends CartHandlers> = WithoutMembers<CartResource<Each>, "id">;

/** The members of a line item that are read. */
export interface CartLineShape {
  readonly item: { readonly id: string };
  readonly totals: readonly Total[];
}

/** The members of a cart that are read. */
export interface CartShape {
  readonly id: string;
  readonly line_items: readonly CartLineShape[];
  readonly currency?: string | undefined;
  readonly totals: readonly Total[];
  readonly messages?: readonly CheckoutMessage[] | undefined;
  readonly continue_url?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly buyer?: unknown;
  readonly context?: unknown;
}

/** The members of an evaluation that are read. */
export type CartEvaluationShape = Omit<CartShape, "id">;

/** The members of a request that are read. */
export interface CartRequestShape {
  readonly id?: string | undefined;
  readonly buyer?: unknown;
  readonly context?: unknown;
}
