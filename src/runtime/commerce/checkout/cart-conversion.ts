/**
 * Creates a checkout from a cart (§2.7), in releases whose create requests have `cart_id`. Members of the cart
 * replace those of the request; members of extensions do so only if create requests have them too. A cart has one
 * open checkout at a time: a second request for the same cart returns the checkout that is already open.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { writtenMessage } from "../../envelope/written-messages.js";
import { own } from "../../json/members.js";
import { ProtocolError } from "../../error/protocol-error.js";
import { untilWritten } from "../../storage/update.js";
import type { RecordWrite } from "../../storage/storage.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseFacts } from "../../service/release-values.js";
import { hasCapability } from "../../vocabulary/vocabulary.js";
import type { AnyOptions } from "./options.js";
import { ownerOf } from "./session-owner.js";
import type { SessionRecord } from "./session-record.js";
import { busy, type Sessions } from "./sessions.js";
import { isTerminal } from "./status.js";
import type { CheckoutShape, RequestShape } from "./types.js";

/** The cart's members that a create request can have. */
export interface CartContents {
  readonly line_items: readonly object[];
  /** The checkout takes the cart's currency, even in releases whose create requests have no currency. */
  readonly currency?: string | undefined;
  readonly buyer?: unknown;
  readonly context?: unknown;
  /** Members that extensions added to the cart. */
  readonly [member: string]: unknown;
}

export interface ConvertibleCart {
  readonly contents: CartContents;
  /** The last checkout created from this cart. */
  readonly checkoutId: string | undefined;
  /** Records the checkout in the cart; committed together with the checkout. */
  writeFor(checkoutId: string): RecordWrite;
}

/**
 * Source of the carts that checkouts are created from: `conversion` of `createCarts` in `@proto-gen/runtime/commerce`.
 */
export interface CartConversion {
  /** @returns undefined if the caller has no such cart */
  find(cartId: string, context: CallContext): Promise<ConvertibleCart | undefined>;
}

/** Builds a session from a request without storing it. */
export type MakeSession = (
  request: RequestShape,
  context: CallContext,
) => Promise<SessionRecord | BusinessOutcome>;

const MEMBER = "cart_id";

/** @returns undefined if the request names no cart, or if the release or the platform does not support `cart_id` */
export function cartIdIn(
  request: RequestShape,
  { platform }: CallContext,
  { carts, releaseValues }: AnyOptions,
): string | undefined {
  if (carts === undefined || releaseValues?.cartId !== "accepted") return undefined;
  const cartId = own({ ...request }, MEMBER);
  return typeof cartId === "string" && hasCapability(platform.capabilities, "cart")
    ? cartId
    : undefined;
}

export interface Converting {
  readonly carts: CartConversion;
  readonly sessions: Sessions;
  readonly make: MakeSession;
  /** The extension members that both carts and create requests have. Default: all. */
  readonly members?: readonly string[] | undefined;
  /** `dropped` if the cart's discount codes do not carry over to the checkout. Default: they do. */
  readonly cartDiscounts?: ReleaseFacts["cartDiscounts"] | undefined;
}

/** @throws ProtocolError `temporarily_unavailable`, and whatever `make` throws */
export async function createdFromCart(
  { cartId, request }: { readonly cartId: string; readonly request: RequestShape },
  context: CallContext,
  converting: Converting,
): Promise<CheckoutShape | BusinessOutcome> {
  const { carts, sessions, make } = converting;
  return untilWritten<CheckoutShape | BusinessOutcome>(async () => {
    const cart = await carts.find(cartId, context);
    if (cart === undefined)
      return {
        result: new BusinessOutcome([writtenMessage("not_found", { path: `$.${MEMBER}` })]),
      };
    const open = await openCheckout(cart.checkoutId, context, sessions);
    if (open !== undefined) return { result: open };
    const made = await make(requestWith(accepted(cart.contents, converting), request), context);
    if (made instanceof BusinessOutcome) return { result: made };
    const writes = [cart.writeFor(made.checkout.id)];
    const result = await sessions.insert(made, context, writes);
    return result && { result };
  }, busy);
}

const OWN_MEMBERS = ["line_items", "currency", "buyer", "context"];

/** Drops members of extensions that only carts have: the checkout's schema does not know them. */
function accepted(
  contents: CartContents,
  { members = Object.keys(contents), cartDiscounts }: Pick<Converting, "members" | "cartDiscounts">,
): CartContents {
  const names = new Set([...OWN_MEMBERS, ...members]);
  if (cartDiscounts === "dropped") names.delete("discounts");
  const entries = Object.entries(contents).filter(([name]) => names.has(name));
  return Object.fromEntries(entries) as unknown as CartContents;
}

/** The cart wins only where it has a member: a cart without a buyer keeps the request's buyer. */
function requestWith(contents: CartContents, request: RequestShape): RequestShape {
  const { [MEMBER]: _named, ...rest } = request as RequestShape & { readonly [MEMBER]?: unknown };
  return { ...rest, ...contents };
}

async function openCheckout(
  id: string | undefined,
  context: CallContext,
  sessions: Sessions,
): Promise<CheckoutShape | undefined> {
  if (id === undefined) return undefined;
  try {
    const checkout = await sessions.change(id, ownerOf(context), (record) => ({
      result: record.checkout,
    }));
    return isTerminal(checkout.status) ? undefined : checkout;
  } catch (thrown) {
    // A finished session may be deleted before its cart is.
    if (thrown instanceof ProtocolError && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}
