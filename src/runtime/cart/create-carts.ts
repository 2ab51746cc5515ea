/**
 * The keeper of a business's carts (§2.7). The business makes a cart of a request; the keeper has ids, owners, expiry, and
 * changes that do not overwrite each other. An update replaces the whole cart; a cart that is canceled is gone.
 */

import { Declined } from "../checkout/declined.js";
import type { CartConversion } from "../checkout/cart-conversion.js";
import { declinedUpdate } from "../checkout/refusals.js";
import { ownerOf } from "../checkout/session-owner.js";
import { beforeAnyEffect } from "../checkout/sessions.js";
import { BusinessOutcome, writtenMessage } from "../envelope/index.js";
import { asProtocolError } from "../error/index.js";
import { randomKey } from "../random/random-key.js";
import type { CallContext } from "../server/handlers.js";
import type { ReleaseOption } from "../service/release-values.js";
import { convertibleCart } from "./cart-contents.js";
import { CartError } from "./cart-error.js";
import { cartFrom, requireCartRules } from "./evaluate.js";
import { cartNotFound, createKeptCarts, type CartDecision, type CartRecord } from "./kept-carts.js";
import type { AnyCartOptions, CartOptions, CartSession } from "./options.js";
import type {
  CartHandlerName,
  CartHandlers,
  CartRequestShape,
  CartResource,
  CartShape,
} from "./types.js";

export interface Carts<Each extends CartHandlers> {
  /** For `createServer`. */
  readonly handlers: Pick<Each, CartHandlerName>;
  /** For `createCheckouts`: checkouts are created from these carts, where the release has `cart_id`. */
  readonly conversion: CartConversion;
  /**
   * A cart, whoever asks.
   * @throws ProtocolError `not_found`
   */
  get(id: string): Promise<CartResource<Each>>;
  /** The carts of all owners that were changed last come first. */
  latest(limit: number): Promise<readonly CartResource<Each>[]>;
}

const CART_MS = 24 * 60 * 60 * 1000;

type Answer = CartShape | BusinessOutcome;

/**
 * Generated code binds it to its release and its handlers.
 * @throws RangeError if `cartMs` is no number of milliseconds above 0
 */
export function createCarts<Each extends CartHandlers>(
  options: CartOptions<Each> & ReleaseOption,
): Carts<Each> {
  // Inside, carts are of no business's types.
  return keeperOf(options as unknown as AnyCartOptions) as unknown as Carts<Each>;
}

function keeperOf(options: AnyCartOptions) {
  const { store, cartMs = CART_MS, now = Date.now, newId = randomKey } = options;
  if (!(cartMs > 0 && Number.isFinite(cartMs)))
    throw new RangeError("cartMs must be a number of milliseconds above 0");
  const kept = createKeptCarts(store, now);

  /** Makes the cart of a request; `Declined` and `BusinessOutcome` have messages that say why there is no cart. */
  async function evaluated(
    request: CartRequestShape,
    session: CartSession<CartShape>,
  ): Promise<CartShape | Declined | BusinessOutcome> {
    const evaluation = await options.evaluate(request, session);
    if (evaluation instanceof Declined || evaluation instanceof BusinessOutcome) return evaluation;
    const { id, context } = session;
    const cart = cartFrom({ id, request, evaluation, expiresAt: now() + cartMs }, options);
    requireCartRules(cart, context, options);
    return cart;
  }

  async function created(request: CartRequestShape, context: CallContext): Promise<Answer> {
    const { callId } = context;
    const owner = ownerOf(context);
    // Before anything else: what a retry could be refused for is younger than its cart.
    const before = await kept.createdBy({ callId, owner });
    if (before !== undefined) return before;
    const session = { id: newId(), trigger: "create", before, context } as const;
    const cart = await evaluated(request, session);
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

  function updateCart(request: CartRequestShape, context: CallContext): Promise<Answer> {
    return changed(request, context, async (record) => {
      const { cart: before } = record;
      const { id } = before;
      const cart = await evaluated(request, { id, trigger: "update", before, context });
      if (cart instanceof Declined || cart instanceof BusinessOutcome)
        return { result: declinedUpdate(before, cart.messages, context.platform.envelope.name) };
      return { next: { ...record, cart, asked: askedIn(request) }, result: cart };
    });
  }

  return {
    handlers: {
      createCart: (request: CartRequestShape, context: CallContext) =>
        answered(() => created(request, context)),
      getCart: (request: CartRequestShape, context: CallContext) =>
        changed(request, context, ({ cart }) => ({ result: cart })),
      updateCart,
      cancelCart: (request: CartRequestShape, context: CallContext) =>
        changed(request, context, (record) => {
          const result = canceled(record.cart);
          return { next: { ...record, cart: result, isCanceled: true }, result };
        }),
    },
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

/** A cart that is over leads nowhere (§3.3). */
function canceled({ continue_url: _, ...cart }: CartShape): CartShape {
  return cart;
}

/** Nothing has happened when any of this fails: the caller may ask again. */
async function answered<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await beforeAnyEffect(work);
  } catch (thrown) {
    throw thrown instanceof CartError ? asProtocolError(thrown) : thrown;
  }
}

/** What extensions may have put there. A cart has no payment: one that was sent all the same is not kept. */
function askedIn(request: CartRequestShape): Readonly<Record<string, unknown>> {
  const { id: _id, buyer: _buyer, context: _context, ...rest } = request;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !OWN_MEMBERS.has(name)));
}

const OWN_MEMBERS = new Set(["line_items", "currency", "payment"]);
