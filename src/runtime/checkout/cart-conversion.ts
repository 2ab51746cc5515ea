/**
 * Creating a checkout from a cart (§2.7), in releases whose requests to create a checkout have `cart_id`. The cart's contents
 * take the place of the request's members of the same names, those of extensions where requests to create a checkout have them, and one cart has one checkout at a time: a request for a cart
 * whose checkout is not over is answered with that checkout.
 */

import { BusinessOutcome, writtenMessage } from "../envelope/index.js";
import { own } from "../json/members.js";
import { ProtocolError } from "../error/index.js";
import { untilWritten, type RecordWrite } from "../storage/index.js";
import type { CallContext } from "../server/handlers.js";
import type { ReleaseFacts } from "../service/index.js";
import { hasCapability } from "../vocabulary/capability.js";
import type { AnyOptions } from "./any-options.js";
import { ownerOf } from "./session-owner.js";
import type { SessionRecord } from "./session-record.js";
import { busy, type Sessions } from "./sessions.js";
import { isTerminal } from "./status.js";
import type { CheckoutShape, RequestShape } from "./types.js";

/** Members of a request to create a checkout. */
export interface CartContents {
  readonly line_items: readonly object[];
  /** The checkout has the currency of the cart, also in releases whose requests have none. */
  readonly currency?: string | undefined;
  readonly buyer?: unknown;
  readonly context?: unknown;
  /** What extensions put into the cart. */
  readonly [member: string]: unknown;
}

export interface ConvertibleCart {
  readonly contents: CartContents;
  /** The checkout that was created from the cart last. */
  readonly checkoutId: string | undefined;
  /** Notes the checkout in the cart; written together with the checkout. */
  writeFor(checkoutId: string): RecordWrite;
}

/** The carts that checkouts are created from: `conversion` of `createCarts` in `@proto-gen/runtime/cart`. */
export interface CartConversion {
  /** @returns undefined if the caller has no such cart */
  find(cartId: string, context: CallContext): Promise<ConvertibleCart | undefined>;
}

/** Makes a session of a request; nothing is kept yet. */
export type MakeSession = (
  request: RequestShape,
  context: CallContext,
) => Promise<SessionRecord | BusinessOutcome>;

const MEMBER = "cart_id";

/** @returns undefined if the request names no cart, or the release or the platform does not have that member */
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
  /** The members of extensions that carts and requests to create a checkout have; all unless given. */
  readonly members?: readonly string[] | undefined;
  /** Whether the discount codes of the cart become those of the checkout; they do unless given. */
  readonly cartDiscounts?: ReleaseFacts["cartDiscounts"] | undefined;
}

/** @throws ProtocolError `temporarily_unavailable`; and what `make` throws */
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

/** A checkout knows nothing of an extension of carts alone. */
function accepted(
  contents: CartContents,
  { members = Object.keys(contents), cartDiscounts }: Pick<Converting, "members" | "cartDiscounts">,
): CartContents {
  const names = new Set([...OWN_MEMBERS, ...members]);
  if (cartDiscounts === "dropped") names.delete("discounts");
  const entries = Object.entries(contents).filter(([name]) => names.has(name));
  return Object.fromEntries(entries) as unknown as CartContents;
}

/** A cart without a buyer leaves the request's: only members that both have are the cart's. */
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
    // Sessions that are over may be forgotten before the cart is.
    if (thrown instanceof ProtocolError && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}
