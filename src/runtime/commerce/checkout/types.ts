/**
 * The types of a business's checkouts, derived from its generated handlers. `CheckoutShape` is the untyped view that
 * this module itself reads.
 */

import type { InstrumentShape, PaymentShape } from "./instruments.js";
import type { NamedMember, WithoutMembers } from "../../service/operation.js";
import type { BusinessOutcome } from "../../envelope/business-outcome.js";
import type { CallContext } from "../../server/handlers.js";
import type { Total } from "../totals/total.js";
import type { CheckoutMessage } from "./next-action.js";
import type { CheckoutStatus } from "./status.js";

// The parameter is `never` because every handler has its own request type.
export type AnyHandler = (request: never, context: CallContext) => unknown;

/** The five operations of §4.2, as in `Handlers` of the generated `server.ts`. */
export interface CheckoutHandlers {
  readonly createCheckout: AnyHandler;
  readonly getCheckout: AnyHandler;
  readonly updateCheckout: AnyHandler;
  readonly completeCheckout: AnyHandler;
  readonly cancelCheckout: AnyHandler;
}

export type CheckoutHandlerName = keyof CheckoutHandlers;

/** A create request, or an update request, which replaces all of it. */
export type CheckoutRequest<Each extends CheckoutHandlers> =
  Parameters<Each["createCheckout"]>[0] | Parameters<Each["updateCheckout"]>[0];

export type CompleteRequest<Each extends CheckoutHandlers> = Parameters<
  Each["completeCheckout"]
>[0];

/** With credentials. */
export type CompletePayment<Each extends CheckoutHandlers> =
  CompleteRequest<Each> extends { readonly payment?: infer Payment }
    ? unknown extends Payment
      ? PaymentShape<InstrumentShape>
      : Payment
    : PaymentShape<InstrumentShape>;

/** The checkout without its envelope. */
export type CheckoutResource<Each extends CheckoutHandlers> = Exclude<
  Awaited<ReturnType<Each["createCheckout"]>>,
  BusinessOutcome
>;

/** The members that this module adds, or takes from the request if the evaluation lacks them. */
type SetByServer = "id" | "status" | "order" | "currency" | "payment";

/** The statuses that an evaluation may set. Completing and canceling set the others (§3.1). */
export type EvaluatedStatus = "incomplete" | "requires_escalation" | "ready_for_complete";

/**
 * The business's evaluation of a request. Default for `currency`, `buyer` and `payment`: the request's; `currency` is
 * required if create requests have none. Default for `status`: derived from the messages (§3.2). Default for
 * `expires_at`: unchanged.
 */
export type Evaluation<Each extends CheckoutHandlers> = WithoutMembers<
  CheckoutResource<Each>,
  SetByServer
> &
  Partial<Pick<CheckoutResource<Each>, "payment" & keyof CheckoutResource<Each>>> &
  EvaluatedCurrency<Each> & { readonly status?: EvaluatedStatus };

type EvaluatedCurrency<Each extends CheckoutHandlers> =
  "currency" extends NamedMember<Parameters<Each["createCheckout"]>[0]>
    ? Partial<CurrencyOf<Each>>
    : CurrencyOf<Each>;

type CurrencyOf<Each extends CheckoutHandlers> = Pick<
  CheckoutResource<Each>,
  "currency" & keyof CheckoutResource<Each>
>;

/** The members of a line item that are read. */
export interface LineShape {
  readonly id: string;
  readonly quantity: number;
  readonly totals: readonly Total[];
}

/** The members of a checkout that are read. */
export interface CheckoutShape {
  readonly id: string;
  readonly status: CheckoutStatus;
  readonly currency: string;
  readonly line_items: readonly LineShape[];
  readonly totals: readonly Total[];
  readonly messages?: readonly CheckoutMessage[] | undefined;
  readonly continue_url?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly fulfillment?: unknown;
  readonly payment?: unknown;
  readonly buyer?: unknown;
  readonly order?: { readonly id: string; readonly permalink_url: string } | undefined;
}

/** The members of an evaluation that are read. */
export type EvaluationShape = Omit<CheckoutShape, "id" | "status" | "order" | "currency"> &
  Partial<Pick<CheckoutShape, "status" | "currency">>;

/** The members of a request that are read. */
export interface RequestShape {
  readonly id?: string | undefined;
  readonly currency?: string | undefined;
  readonly buyer?: unknown;
  readonly payment?: unknown;
}

/** The members of an order that are read; it may be the whole entity (§2.9). */
export interface PlacedOrder {
  readonly id: string;
  readonly permalink_url: string;
  readonly checkout_id?: string | undefined;
  readonly currency?: string | undefined;
}
