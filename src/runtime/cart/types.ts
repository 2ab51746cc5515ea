/**
 * The types of a business's carts, read from its generated handlers: `createCarts`. The keeper itself reads no more
 * of them than `CartShape`.
 */

import type { WithoutMembers } from "../service/without-members.js";
import type { CheckoutMessage } from "../checkout/next-action.js";
import type { BusinessOutcome } from "../envelope/index.js";
import type { AnyHandler } from "../checkout/types.js";
import type { Total } from "../totals/total.js";

/** The four operations of §4.3, as `Handlers` of the generated `server.ts` has them. */
export interface CartHandlers {
  readonly createCart: AnyHandler;
  readonly getCart: AnyHandler;
  readonly updateCart: AnyHandler;
  readonly cancelCart: AnyHandler;
}

export type CartHandlerName = keyof CartHandlers;

/** The request to create a cart, or to update it, which replaces all of it (§2.7). */
export type CartRequest<Each extends CartHandlers> =
  Parameters<Each["createCart"]>[0] | Parameters<Each["updateCart"]>[0];

/** The cart without its envelope. */
export type CartResource<Each extends CartHandlers> = Exclude<
  Awaited<ReturnType<Each["createCart"]>>,
  BusinessOutcome
>;

/**
 * The cart that a business makes of a request. `buyer` and `context` are the request's unless given; `expires_at` follows from
 * `cartMs` and `continue_url` from `continueUrl` unless given.
 */
export type CartEvaluation<Each extends CartHandlers> = WithoutMembers<CartResource<Each>, "id">;

/** The members of a line item that the keeper reads. */
export interface CartLineShape {
  readonly item: { readonly id: string };
  readonly totals: readonly Total[];
}

/** The members of a cart that the keeper reads. */
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

/** The members of an evaluation that the keeper reads. */
export type CartEvaluationShape = Omit<CartShape, "id">;

/** The members of a request that the keeper reads. */
export interface CartRequestShape {
  readonly id?: string | undefined;
  readonly buyer?: unknown;
  readonly context?: unknown;
}
