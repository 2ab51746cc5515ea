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

/** A cart that is being created or updated. */
export interface CartSession<Resource = unknown> {
  readonly id: string;
  readonly trigger: "create" | "update";
  /** The cart as the platform saw it last; undefined for a new one. */
  readonly before: Resource | undefined;
  readonly context: CallContext;
}

/** The options that do not depend on the types of a release. */
interface CommonOptions {
  readonly store: Storage;
  /** The business's own page for a cart (§2.7): an https URL. Carts have no `continue_url` unless given. */
  continueUrl?(id: string): string;
  /** Milliseconds that a cart lasts after it was changed, sent as `expires_at`; 24 hours unless given. */
  readonly cartMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Receives what no answer says: a total below zero. */
  readonly log?: ((error: unknown) => void) | undefined;
}

export interface CartOptions<Each extends CartHandlers> extends CommonOptions {
  /**
   * Makes the cart of a request: lines, estimated totals, messages. `Declined` or a `BusinessOutcome` says that nothing can be
   * made of the request (§4.3): no cart is created, and one that exists stays as it was and is answered with these messages.
   * Called again if another request was faster: it must not have effects.
   */
  evaluate(
    request: CartRequest<Each>,
    session: CartSession<CartResource<Each>>,
  ): Later<CartEvaluation<Each> | Declined | BusinessOutcome>;
}

/** The options as the keeper reads them: of any business's types. */
export interface AnyCartOptions extends CommonOptions, ReleaseOption {
  evaluate(
    request: CartRequestShape,
    session: CartSession<CartShape>,
  ): Later<CartEvaluationShape | Declined | BusinessOutcome>;
}
