/** The options of `createCarts`: a store, and the business's decisions. */

import type { Declined } from "../checkout/declined.js";
import type { BusinessOutcome } from "../envelope/index.js";
import type { Storage } from "../storage/index.js";
import type { CallContext } from "../server/handlers.js";
import type { ReleaseOption } from "../service/release-values.js";
import type {
  CartEvaluation,
  CartEvaluationShape,
  CartHandlers,
  CartRequest,
  CartRequestShape,
  CartResource,
  CartShape,
} from "./types.js";

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
