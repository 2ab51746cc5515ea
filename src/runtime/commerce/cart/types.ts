/**
 * The types of a business's carts, derived from its generated handlers, and the options of `createCarts`: a store, and
 * the business's decisions. `CartShape` is the untyped view that this folder itself reads.
 */

import type { WithoutMembers } from "../../service/operation.js";
import type { CheckoutMessage } from "../checkout/next-action.js";
import type { BusinessOutcome } from "../../envelope/business-outcome.js";
import type { AnyHandler } from "../checkout/types.js";
import type { Total } from "../totals/total.js";
import type { Declined } from "../checkout/checkout-error.js";
import type { Storage } from "../../storage/storage.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseOption } from "../../service/release-values.js";

type Later<Value> = Promise<Value> | Value;

/** The cart that an evaluation is for. */
export interface CartSession<Resource = unknown> {
  readonly id: string;
  readonly trigger: "create" | "update";
  /** As the platform last saw it. Undefined on create. */
  readonly before: Resource | undefined;
  readonly context: CallContext;
}

/** The options that do not depend on a release's types. */
interface CommonOptions {
  readonly store: Storage;
  /** Returns the business's own page for a cart (§2.7), an https URL. Default: carts have no `continue_url`. */
  continueUrl?(id: string): string;
  /** Lifetime of a cart after its last change, in milliseconds, sent as `expires_at`. Default: 24 hours. */
  readonly cartMs?: number | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Receives errors that no response reports, such as a negative total. */
  readonly log?: ((error: unknown) => void) | undefined;
}

export interface CartOptions<Each extends CartHandlers> extends CommonOptions {
  /**
   * Evaluates a request: lines, estimated totals, messages. Return `Declined` or a `BusinessOutcome` if the request
   * cannot be satisfied (§4.3): no cart is created, and an existing one stays as it was and is returned with these
   * messages. Called again if a concurrent request changed the cart first, so it must not have effects.
   */
  evaluate(
    request: CartRequest<Each>,
    session: CartSession<CartResource<Each>>,
  ): Later<CartEvaluation<Each> | Declined | BusinessOutcome>;
}

/** `CartOptions` without the business's generated types, as this module works with them. */
export interface AnyCartOptions extends CommonOptions, ReleaseOption {
  evaluate(
    request: CartRequestShape,
    session: CartSession<CartShape>,
  ): Later<CartEvaluationShape | Declined | BusinessOutcome>;
}

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
