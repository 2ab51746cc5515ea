/**
 * Stores a business's carts (§2.7). The business evaluates requests; this module handles ids, owners, expiry and
 * concurrent changes. An update replaces the whole cart, and a canceled cart can no longer be found.
 */

import { Declined } from "../checkout/checkout-error.js";
import type { CartConversion, CartContents, ConvertibleCart } from "../checkout/cart-conversion.js";
import { declinedUpdate } from "../checkout/refusals.js";
import { ownerOf } from "../checkout/session-owner.js";
import { beforeAnyEffect } from "../checkout/sessions.js";
import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { writtenMessage } from "../../envelope/written-messages.js";
import { asProtocolError } from "../../error/protocol-error.js";
import { randomKey } from "../../text/encoding.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseOption } from "../../service/release-values.js";
import { cartFrom, requireCartRules, CartError } from "./evaluate.js";
import {
  cartNotFound,
  KeptCarts,
  type CartDecision,
  type CartRecord,
  cartWrite,
} from "./kept-carts.js";
import type {
  CartHandlerName,
  CartHandlers,
  CartRequestShape,
  CartResource,
  CartShape,
  CartLineShape,
  AnyCartOptions,
  CartOptions,
  CartSession,
} from "./types.js";
import type { StoredRecord } from "../../storage/storage.js";
import { defined } from "../../json/members.js";

export interface Carts<Each extends CartHandlers> {
  /** Pass these to `createServer`. */
  readonly handlers: Pick<Each, CartHandlerName>;
  /** Pass this to `createCheckouts`: it creates checkouts from these carts, if the release has `cart_id`. */
  readonly conversion: CartConversion;
  /**
   * Returns a cart of any owner.
   * @throws ProtocolError `not_found`
   */
  get(id: string): Promise<CartResource<Each>>;
  /** Returns carts of all owners, most recently changed first. */
  latest(limit: number): Promise<readonly CartResource<Each>[]>;
}

const CART_MS = 24 * 60 * 60 * 1000;

type Answer = CartShape | BusinessOutcome;

/**
 * Generated code binds this function to its release and handlers.
 * @throws RangeError if `cartMs` is not a positive, finite number
 */
export function createCarts<Each extends CartHandlers>(
  options: CartOptions<Each> & ReleaseOption,
): Carts<Each> {
  // Internally, carts are untyped: only this signature knows the business's types.
  return buildCarts(options as unknown as AnyCartOptions) as unknown as Carts<Each>;
}

function buildCarts(options: AnyCartOptions) {
  const { store, cartMs = CART_MS, now = Date.now } = options;
  if (!(cartMs > 0 && Number.isFinite(cartMs)))
    throw new RangeError("cartMs must be a positive, finite number of milliseconds");
  const kept = new KeptCarts(store, now);
  return {
    handlers: createHandlers(kept, { options, cartMs, now }),
    conversion: {
      async find(id: string, context: CallContext) {
        const found = await kept.find(id, ownerOf(context));
        return found === undefined ? undefined : convertibleCart(found);
      },
    },
    async get(id: string): Promise<CartShape> {
      const found = await answered(() => kept.find(id, undefined));
      if (found !== undefined) return found.value.cart;
      throw cartNotFound();
    },
    latest: (limit: number) => kept.latest(limit),
  };
}

interface Evaluation {
  readonly options: AnyCartOptions;
  readonly cartMs: number;
  readonly now: () => number;
}

/** Evaluates a request. `Declined` and `BusinessOutcome` say why there is no cart. */
async function evaluated(
  request: CartRequestShape,
  session: CartSession<CartShape>,
  { options, cartMs, now }: Evaluation,
): Promise<CartShape | Declined | BusinessOutcome> {
  const evaluation = await options.evaluate(request, session);
  if (evaluation instanceof Declined || evaluation instanceof BusinessOutcome) return evaluation;
  const { id, context } = session;
  const cart = cartFrom({ id, request, evaluation, expiresAt: now() + cartMs }, options);
  requireCartRules(cart, context, options);
  return cart;
}

function createHandlers(kept: KeptCarts, how: Evaluation) {
  const { newId = randomKey } = how.options;

  async function created(request: CartRequestShape, context: CallContext): Promise<Answer> {
    const { callId } = context;
    const owner = ownerOf(context);
    // Check for a retry first: a retry must find its cart even if it would be refused by now.
    const before = await kept.createdBy({ callId, owner });
    if (before !== undefined) return before;
    const session = { id: newId(), trigger: "create", before, context } as const;
    const cart = await evaluated(request, session, how);
    if (cart instanceof BusinessOutcome) return cart;
    if (cart instanceof Declined) return new BusinessOutcome(cart.messages);
    return kept.insert({ cart, owner, asked: askedIn(request) }, context);
  }

  function changed(
    { id = "" }: CartRequestShape,
    context: CallContext,
    decide: (record: CartRecord) => Promise<CartDecision<Answer>> | CartDecision<Answer>,
  ): Promise<Answer> {
    return answered(async () => {
      const call = { callId: context.callId, owner: ownerOf(context) };
      const answer = await kept.change(id, call, decide);
      return answer ?? new BusinessOutcome([writtenMessage("not_found")]);
    });
  }

  return {
    createCart: (request: CartRequestShape, context: CallContext) =>
      answered(() => created(request, context)),
    getCart: (request: CartRequestShape, context: CallContext) =>
      changed(request, context, ({ cart }) => ({ result: cart })),
    updateCart: (request: CartRequestShape, context: CallContext) =>
      changed(request, context, async (record) => {
        const { cart: before } = record;
        const session = { id: before.id, trigger: "update", before, context } as const;
        const cart = await evaluated(request, session, how);
        if (cart instanceof Declined || cart instanceof BusinessOutcome)
          return { result: declinedUpdate(before, cart.messages, context.platform.envelope.name) };
        return { next: { ...record, cart, asked: askedIn(request) }, result: cart };
      }),
    cancelCart: (request: CartRequestShape, context: CallContext) =>
      changed(request, context, (record) => {
        const result = canceled(record.cart);
        return { next: { ...record, cart: result, isCanceled: true }, result };
      }),
  };
}

/** The buyer cannot continue with a canceled cart (§3.3). */
function canceled({ continue_url: _, ...cart }: CartShape): CartShape {
  return cart;
}

/** These failures have no effect, so the caller may retry. */
async function answered<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await beforeAnyEffect(work);
  } catch (thrown) {
    throw thrown instanceof CartError ? asProtocolError(thrown) : thrown;
  }
}

/** The members that extensions may have added. Carts have no payment, so one that was sent is dropped. */
function askedIn(request: CartRequestShape): Readonly<Record<string, unknown>> {
  const { id: _id, buyer: _buyer, context: _context, ...rest } = request;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !OWN_MEMBERS.has(name)));
}

const OWN_MEMBERS = new Set(["line_items", "currency", "payment"]);

/** The write fails if the cart has changed since it was read, so the checkout always matches the cart. */
function convertibleCart({ value, version }: StoredRecord<CartRecord>): ConvertibleCart {
  return {
    contents: contentsOf(value),
    checkoutId: value.checkoutId,
    writeFor: (checkoutId) => cartWrite({ ...value, checkoutId }, version),
  };
}

/**
 * Turns a cart into the contents of a create-checkout request (§2.7): lines with items and quantities, currency,
 * buyer, context, and extension members such as discount codes. Extension members are taken from the request: the
 * cart's own have more, such as discount amounts.
 */
function contentsOf({ cart, asked }: CartRecord): CartContents {
  const { line_items, currency, buyer, context } = cart;
  return {
    ...asked,
    line_items: line_items.map(requestedLine),
    ...defined({ currency, buyer, context }),
  };
}

/** Drops titles, prices and totals, which the checkout determines itself. */
function requestedLine({ totals: _own, item, ...line }: CartLineShape): object {
  return { ...line, item: { id: item.id } };
}
