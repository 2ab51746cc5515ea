/**
 * Stores orders and changes them. Each change is committed together with the event that reports it (§6), if there is
 * an outbox: no event of a change is forgotten, and none is sent for a change that failed.
 */

import { BusinessOutcome } from "../../envelope/business-outcome.js";
import { writtenMessage } from "../../envelope/written-messages.js";
import { ProtocolError } from "../../error/protocol-error.js";
import { type Storage, type RecordWrite, ABSENT, readRecord } from "../../storage/storage.js";
import { update, createLanes } from "../../storage/update.js";
import { randomKey } from "../../text/encoding.js";
import type { MethodTypesOption } from "../fulfillment/method-types.js";
import type { CallContext } from "../../server/handlers.js";
import { checkOrder } from "./check-order.js";
import type {
  AdjustmentOf,
  EventOf,
  ExpectationOf,
  OrderBody,
  Settlement,
  OrderLineOption,
} from "./order-body.js";
import { OrderError, quote } from "./order-error.js";
import { isOwner, ownerOf, type SessionOwner } from "../checkout/session-owner.js";
import {
  type OrderPlatform,
  type OrderRecord,
  ORDERS,
  type OrderOutbox,
  type OutboxProblem,
} from "./order-record.js";
import { withAdjustment, withEvent, withExpectations, withSettlement } from "./change-order.js";

export interface OrdersOptions extends MethodTypesOption {
  readonly store: Storage;
  /** Default: no events are sent. */
  readonly outbox?: OrderOutbox | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** Creates event ids, with at least 128 random bits. Default: 192 bits. */
  readonly newId?: (() => string) | undefined;
}

/**
 * Every change returns the resulting order. Repeating a change that the order already contains does nothing: a caller
 * that missed the response can retry without creating a second event.
 *
 * Methods reject with `OrderError` (`order_not_found`, `order_busy`, or a broken rule of the change) and with
 * `StorageError`.
 */
export interface Orders<Order extends OrderBody> {
  /**
   * The writes for a new order and its first event (§6.3). Commit them together with the checkout that becomes the
   * order, then call `wake`.
   * @throws {OrderError} whatever `checkOrder` throws
   */
  writesFor(order: Order, platform: OrderPlatform): readonly RecordWrite[];
  /** Call this when the writes of `writesFor` are committed. */
  wake(): void;
  /** Passes on the outbox's answer. */
  problemWith(platform: OrderPlatform): OutboxProblem | undefined;
  /** For the business itself: there is no check of ownership. */
  get(id: string): Promise<Order | undefined>;
  /** The operations of the order capability. A platform can only read orders that it placed. */
  readonly handlers: {
    /**
     * @throws ProtocolError `not_found`; in releases that require it, an order of another platform is a business
     * outcome instead
     */
    getOrder(
      request: { readonly id: string },
      context: OrderReader,
    ): Promise<Order | BusinessOutcome>;
  };
  /** Most recently changed first. */
  latest(limit: number): Promise<readonly Order[]>;
  addEvent(id: string, event: EventOf<Order>): Promise<Order>;
  adjust(id: string, adjustment: AdjustmentOf<Order>): Promise<Order>;
  settleAdjustment(id: string, adjustmentId: string, status: Settlement): Promise<Order>;
  /** Replaces all expectations. */
  setExpectations(id: string, expectations: readonly ExpectationOf<Order>[]): Promise<Order>;
}

/** The caller's identity: only the platform and principal that placed an order may read it. */
export type OrderReader = Pick<CallContext, "platform"> & Partial<Pick<CallContext, "principal">>;

export function createOrders<Order extends OrderBody = OrderBody>(
  options: OrdersOptions & OrderLineOption,
): Orders<Order> {
  const { store, outbox, now = Date.now, methodTypes, releaseValues } = options;
  const option = { methodTypes, releaseValues };
  const changes = new OrderChanges<Order>(options);

  async function getOrder(
    { id }: { readonly id: string },
    reader: OrderReader,
  ): Promise<Order | BusinessOutcome> {
    const found = await readRecord<OrderRecord<Order>>(store, ORDERS, id);
    if (found !== undefined && isOwner(placedBy(found.value.platform), ownerOf(reader)))
      return found.value.order;
    if (found !== undefined && releaseValues?.facts?.foreignOrder === "unauthorized")
      return new BusinessOutcome([writtenMessage("unauthorized")]);
    throw new ProtocolError("not_found", { content: "There is no such order." });
  }

  return {
    handlers: { getOrder },
    writesFor(order, platform) {
      checkOrder(order, option);
      return changes.writesOf({ order, platform, events: 1, lastEventAt: now() }, ABSENT);
    },
    wake: () => outbox?.wake(),
    problemWith: (platform) => outbox?.problemWith?.(platform),
    get: async (id) => (await readRecord<OrderRecord<Order>>(store, ORDERS, id))?.value.order,
    latest: async (limit) =>
      (await store.scan<OrderRecord<Order>>(ORDERS, { newest: true, limit })).map(
        ({ value }) => value.order,
      ),
    addEvent: (id, event) => changes.make(id, (order) => withEvent(order, event, option)),
    adjust: (id, adjustment) =>
      changes.make(id, (order) => withAdjustment(order, adjustment, option)),
    settleAdjustment: (id, adjustmentId, status) =>
      changes.make(id, (order) => withSettlement(order, { id: adjustmentId, status }, option)),
    setExpectations: (id, expectations) =>
      changes.make(id, (order) => withExpectations(order, expectations, option)),
  };
}

/** Commits each change of an order with its event. */
class OrderChanges<Order extends OrderBody> {
  readonly #store: Storage;
  readonly #outbox: OrderOutbox | undefined;
  readonly #now: () => number;
  readonly #newId: () => string;
  /** Runs the changes of one order one after the other. */
  readonly #inTurn = createLanes();

  constructor({ store, outbox, now = Date.now, newId = randomKey }: OrdersOptions) {
    this.#store = store;
    this.#outbox = outbox;
    this.#now = now;
    this.#newId = newId;
  }

  async make(id: string, apply: (order: Order) => Order): Promise<Order> {
    const order = await this.#inTurn(id, () => this.#makeInTurn(id, apply));
    // Also if nothing changed: an earlier caller may have died right after its commit.
    this.#outbox?.wake();
    return order;
  }

  writesOf(record: OrderRecord<Order>, expected: number): readonly RecordWrite[] {
    const { order, platform, events: sequence, lastEventAt: createdAt } = record;
    const write = { collection: ORDERS, key: order.id, value: record, expected };
    const event = { id: this.#newId(), sequence, createdAt, order, platform };
    return [write, ...(this.#outbox?.writes(event) ?? [])];
  }

  async #makeInTurn(id: string, apply: (order: Order) => Order): Promise<Order> {
    return update<OrderRecord<Order>, Order>(
      this.#store,
      { collection: ORDERS, key: id },
      (found) => {
        if (found === undefined) throw new OrderError("order_not_found", quote(id));
        const { value, version } = found;
        const order = apply(value.order);
        if (order === value.order) return { result: order };
        return { writes: this.writesOf(this.#after(value, order), version), result: order };
      },
      () => new OrderError("order_busy", quote(id)),
    );
  }

  /** A clock may stand still or go back, but each event must be later than the previous one (§4.7). */
  #after(record: OrderRecord<Order>, order: Order): OrderRecord<Order> {
    const lastEventAt = Math.max(this.#now(), record.lastEventAt + 1);
    return { ...record, order, events: record.events + 1, lastEventAt };
  }
}

function placedBy({ profile, principal }: OrderPlatform): SessionOwner {
  return { profile, principal };
}
