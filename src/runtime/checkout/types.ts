/**
 * The types of a business's checkouts, read from its generated handlers: `createCheckouts`. What
 * the keeper itself reads of them is `CheckoutShape`.
 */

import type { NamedMember, WithoutMembers } from "../service/without-members.js";
import type { BusinessOutcome } from "../envelope/index.js";
import type { CallContext } from "../server/handlers.js";
import type { Total } from "../totals/total.js";
import type { CheckoutMessage } from "./next-action.js";
import type { CheckoutStatus } from "./status.js";

// `never` as a parameter: every handler has a request of its own.
export type AnyHandler = (request: never, context: CallContext) => unknown;

/** The five operations of §4.2, as `Handlers` of the generated `server.ts` has them. */
export interface CheckoutHandlers {
  readonly createCheckout: AnyHandler;
  readonly getCheckout: AnyHandler;
  readonly updateCheckout: AnyHandler;
  readonly completeCheckout: AnyHandler;
  readonly cancelCheckout: AnyHandler;
}

export type CheckoutHandlerName = keyof CheckoutHandlers;

/** What the platform asks for: on create, or on update, which replaces all of it. */
export type CheckoutRequest<Each extends CheckoutHandlers> =
  Parameters<Each["createCheckout"]>[0] | Parameters<Each["updateCheckout"]>[0];

export type CompleteRequest<Each extends CheckoutHandlers> = Parameters<
  Each["completeCheckout"]
>[0];

/** With its credentials. */
export type CompletePayment<Each extends CheckoutHandlers> =
  CompleteRequest<Each> extends { readonly payment?: infer Payment } ? Payment : unknown;

/** The checkout without its envelope. */
export type CheckoutResource<Each extends CheckoutHandlers> = Exclude<
  Awaited<ReturnType<Each["createCheckout"]>>,
  BusinessOutcome
>;

/** What the keeper adds, and what it takes from the request unless the evaluation has it. */
type Kept = "id" | "status" | "order" | "currency" | "payment";

/** What an evaluation may say: the others are made by completing and canceling (§3.1). */
export type EvaluatedStatus = "incomplete" | "requires_escalation" | "ready_for_complete";

/**
 * What a business makes of a request. `currency`, `buyer` and `payment` are the request's unless given, and `currency` has to be given
 * where requests have none; the status is what the messages say (§3.2) unless given. `expires_at` stays as it was unless given.
 */
export type Evaluation<Each extends CheckoutHandlers> = WithoutMembers<
  CheckoutResource<Each>,
  Kept
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

/** What is read of a line item. */
export interface LineShape {
  readonly id: string;
  readonly quantity: number;
  readonly totals: readonly Total[];
}

/** What is read of a checkout. */
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

/** What is read of an evaluation. */
export type EvaluationShape = Omit<CheckoutShape, "id" | "status" | "order" | "currency"> &
  Partial<Pick<CheckoutShape, "status" | "currency">>;

/** What is read of a request. */
export interface RequestShape {
  readonly id?: string | undefined;
  readonly currency?: string | undefined;
  readonly buyer?: unknown;
  readonly payment?: unknown;
}

/** What is read of an order: it may be the whole entity (§2.9). */
export interface PlacedOrder {
  readonly id: string;
  readonly permalink_url: string;
  readonly checkout_id?: string | undefined;
  readonly currency?: string | undefined;
}
