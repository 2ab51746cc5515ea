/**
 * The five handlers of §4.2, and the operations that the business itself runs on a session. The business supplies
 * decisions; this module owns the status machine and the store.
 *
 * Each change of a session is one compare-and-set: if complete, cancel and expiry compete, one wins and the others
 * see its result.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { withoutCredentials } from "../../envelope/member-removals.js";
import { quiet } from "../../log/quiet.js";
import { randomKey } from "../../text/encoding.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseOption } from "../../service/release-values.js";
import { isObject, own, type Members } from "../../json/members.js";
import { createBuyerEdit, applyUpdate } from "./buyer-edit.js";
import { cartIdIn, createdFromCart } from "./cart-conversion.js";
import type { Checkouts, CheckoutOptions, AnyOptions } from "./options.js";
import { createPlatformPayment } from "./platform-payment.js";
import { over } from "./continue-url.js";
import { createBuyerPayment } from "./buyer-payment.js";
import { Declined } from "./checkout-error.js";
import { checkoutFrom, expiryOf, requireRules, type Evaluated } from "./evaluate.js";
import { allows, move } from "./status.js";
import { hasMade, withCall } from "./made-calls.js";
import { declinedUpdate, refused } from "./refusals.js";
import { createReleases, unsettledPayments } from "./releases.js";
import { ownerOf } from "./session-owner.js";
import { callerOf, withoutCompletion, type SessionRecord } from "./session-record.js";
import { beforeAnyEffect, busy, Sessions, type Decision } from "./sessions.js";
import type { CheckoutHandlers, CheckoutShape, PlacedOrder, RequestShape } from "./types.js";
import { PaymentRegistry } from "./payment-registry.js";

/** §8: sessions live for six hours. */
const SESSION_MS = 6 * 60 * 60 * 1000;
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
const COMPLETION_MS = 60_000;
/** The process that runs an attempt gives it up first. Others do so after this time, in case it has died. */
const GRACE_MS = 1000;

/**
 * Generated code binds this function to its release and handlers.
 * @throws RangeError if `sessionMs`, `completionMs` or `keepMs` is out of range
 */
export function createCheckouts<
  Each extends CheckoutHandlers,
  Order extends PlacedOrder = PlacedOrder,
>(options: CheckoutOptions<Each, Order> & ReleaseOption): Checkouts<Each, Order> {
  // Internally, checkouts are untyped: only this signature knows the business's types.
  return buildCheckouts(options as unknown as AnyOptions) as unknown as Checkouts<Each, Order>;
}

type Answer = CheckoutShape | BusinessOutcome;

function buildCheckouts(options: AnyOptions) {
  const { store, now = Date.now, newId = randomKey, keepMs = KEEP_MS } = options;
  const report = quiet(options.log);
  const completionMs = options.completionMs ?? COMPLETION_MS;
  requireTime("completionMs", completionMs, 1);
  requireTime("sessionMs", options.sessionMs ?? SESSION_MS, 1);
  requireTime("keepMs", keepMs, 0);
  const releases = createReleases({
    store,
    sessions: () => sessions,
    release: (checkout, paymentKey) => options.release(checkout, paymentKey),
    releaseMs: completionMs,
    report,
    now,
  });
  const sessions = new Sessions({ store, keepMs, now, releases });
  const endsAt = (): number => now() + completionMs + GRACE_MS;
  const registry = new PaymentRegistry({ sessions, completionMs, now });
  const payments = { options, sessions, releases, report, completionMs, endsAt, now };
  const evaluated = createEvaluated(options, now);
  const answered = options.releaseValues?.paymentAnswer;
  const read = (id: string): Promise<Answer> => changed(sessions, id, undefined, asItIs);

  return {
    handlers: {
      createCheckout: createCreation({ options, sessions, evaluated, newId, now }),
      ...createChanges({ sessions, evaluated, answered }),
      completeCheckout: createPlatformPayment(payments, newId),
    },
    get: read,
    languageOf: (id: string) =>
      sessions.change(id, undefined, ({ request }) => ({ result: languageIn(request) })),
    amend: createBuyerEdit({ sessions, evaluated, registry, answered }),
    finish: createBuyerPayment({ ...payments, newId, registry }),
    latest: (limit: number) => sessions.latest(limit),
    reconcile: (id: string, paymentKey: string) => releases.reconcile(id, paymentKey),
    unsettled: (limit = 1_000) => unsettledPayments(store, { limit, runningUntil: endsAt() }),
    async sweep(limit = 100): Promise<number> {
      const ids = await sessions.due(limit);
      // One failing session must not stop those after it.
      for (const id of ids) await read(id).catch(report);
      await releases.drain();
      await options.captures?.drain();
      return ids.length;
    },
  };
}

function languageIn(request: object): string | undefined {
  const context = own(request as Members, "context");
  const language = isObject(context) ? own(context, "language") : undefined;
  return typeof language === "string" ? language : undefined;
}

function createEvaluated(options: AnyOptions, now: () => number): Evaluated {
  const { sessionMs } = options;
  return async (request, asked) => {
    const { id, before, context } = asked;
    const session = { ...asked, payment: undefined };
    const result = await options.evaluate(request, session);
    if (result instanceof Declined || result instanceof BusinessOutcome) return result;
    const announced = sessionMs === undefined ? undefined : timeOf(now() + sessionMs);
    const expiresAt = before?.expires_at ?? announced;
    const checkout = checkoutFrom(id, result, request, expiresAt, options);
    requireRules(checkout, context, options);
    return checkout;
  };
}

interface CreationParts {
  readonly options: AnyOptions;
  readonly sessions: Sessions;
  readonly evaluated: Evaluated;
  readonly newId: () => string;
  readonly now: () => number;
}

function createCreation({ options, sessions, evaluated, newId, now }: CreationParts) {
  const { carts, releaseValues } = options;
  const members = releaseValues?.cartMembers;
  const cartDiscounts = releaseValues?.facts?.cartDiscounts;

  async function created(request: RequestShape, context: CallContext): Promise<Answer> {
    // Check for a retry first: a retry must find its checkout even if it would be refused by now.
    const before = await sessions.createdBy(context, ownerOf(context));
    if (before !== undefined) return before;
    const cartId = cartIdIn(request, context, options);
    const how = { sessions, make, members, cartDiscounts };
    if (carts !== undefined && cartId !== undefined)
      return createdFromCart({ cartId, request }, context, { ...how, carts });
    const made = await make(request, context);
    if (made instanceof BusinessOutcome) return made;
    const checkout = await sessions.insert(made, context);
    if (checkout === undefined) throw busy();
    return checkout;
  }

  async function make(
    request: RequestShape,
    context: CallContext,
  ): Promise<SessionRecord | BusinessOutcome> {
    const id = newId();
    const result = await evaluated(request, { id, trigger: "create", before: undefined, context });
    if (result instanceof BusinessOutcome) return result;
    if (result instanceof Declined) return new BusinessOutcome(result.messages);
    move(undefined, "create", result.status);
    return {
      checkout: result,
      request: withoutCredentials(request, releaseValues?.paymentAnswer),
      owner: ownerOf(context),
      ...callerOf(context),
      expiresAt: expiryOf(result, now() + SESSION_MS),
      payments: [],
    };
  }

  return (request: RequestShape, context: CallContext): Promise<Answer> =>
    beforeAnyEffect(() => created(request, context));
}

interface Changes extends Pick<CreationParts, "sessions" | "evaluated"> {
  readonly answered: Parameters<typeof applyUpdate>[2];
}

function createChanges({ sessions, evaluated, answered }: Changes) {
  return {
    getCheckout: ({ id }: RequestShape, context: CallContext) =>
      changed(sessions, id, context, asItIs),
    updateCheckout: (request: RequestShape, context: CallContext) =>
      changed(sessions, request.id, context, async (record) => {
        const { checkout } = record;
        const { name } = context.platform.envelope;
        if (hasMade(record, context)) return { result: checkout };
        if (!allows(checkout.status, "update")) return { result: refused(record, "update", name) };
        const { id } = checkout;
        const asked = { id, trigger: "update", before: checkout, context } as const;
        const result = await evaluated(request, asked);
        if (result instanceof BusinessOutcome || result instanceof Declined)
          return { result: declinedUpdate(checkout, result.messages, name) };
        const next = applyUpdate(record, { request, checkout: result }, answered);
        const called = withCall(next, context);
        return { next: { ...called, ...callerOf(context) }, result };
      }),
    cancelCheckout: ({ id }: RequestShape, context: CallContext) =>
      changed(sessions, id, context, (record) => {
        const { checkout } = record;
        if (hasMade(record, context)) return { result: checkout };
        if (!allows(checkout.status, "cancel"))
          return { result: refused(record, "cancel", context.platform.envelope.name) };
        const result = over(checkout, move(checkout.status, "cancel", "canceled"));
        const next = withCall(withoutCompletion(record), context);
        return { next: { ...next, checkout: result }, result };
      }),
  };
}

/** @param context undefined for the business itself */
function changed(
  sessions: Sessions,
  id: string | undefined,
  context: CallContext | undefined,
  decide: (record: SessionRecord) => Promise<Decision<Answer>> | Decision<Answer>,
): Promise<Answer> {
  const owner = context && ownerOf(context);
  return beforeAnyEffect(() => sessions.change(id ?? "", owner, decide));
}

const asItIs = ({ checkout }: SessionRecord): Decision<Answer> => ({ result: checkout });

// Every comparison with NaN is false: a hanging payment would never be given up.
function requireTime(name: string, milliseconds: number, least: number): void {
  if (!(milliseconds >= least && Number.isFinite(milliseconds)))
    throw new RangeError(`${name} must be a finite number of milliseconds, at least ${least}`);
}

/** RFC 3339. */
function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
