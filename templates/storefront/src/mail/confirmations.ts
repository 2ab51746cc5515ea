/**
 * The confirmation of each order by mail (§1.8). It is written with the order and sent afterwards, so that a
 * mail server that is down costs no confirmation.
 */

import {
  ABSENT,
  hasCommitted,
  readRecord,
  type Storage,
  type RecordWrite,
  type StoredRecord,
} from "@proto-gen/runtime/storage";
import { HOME_CURRENCY } from "../currency.js";
import { inTime } from "../in-time.js";
import type { NewOrder } from "../orders/new-order.js";
import type { Mail, Mailer } from "./mailer.js";

export interface Confirmations {
  /** To be committed with the order. */
  writeFor(order: NewOrder): RecordWrite;
  /** Sends what is due; what fails is due again a minute later. */
  sendDue(): Promise<void>;
}

export interface ConfirmationsOptions {
  readonly store: Storage;
  readonly mailer: Mailer;
  /** Where the buyer of a checkout wants mail; undefined where that is not known. */
  readonly addressOf: (checkoutId: string) => Promise<string | undefined>;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
}

const COLLECTION = "confirmation";
const AGAIN_MS = 60_000;
/** A server that takes longer hangs; before it is due again, so that no other process sends it meanwhile. */
const MAIL_MS = 20_000;

export function createConfirmations(options: ConfirmationsOptions): Confirmations {
  const { store, mailer, addressOf, now, log } = options;
  let running = Promise.resolve();

  /** Whoever postpones it sends it: of two processes one does. */
  async function claimed({ key, value, version }: StoredRecord<NewOrder>): Promise<boolean> {
    const dueAt = now() + AGAIN_MS;
    return hasCommitted(store, [{ collection: COLLECTION, key, value, expected: version, dueAt }]);
  }

  async function send(order: NewOrder): Promise<void> {
    const to = await addressOf(order.checkout_id);
    if (to !== undefined) await inTime(MAIL_MS, () => mailer.send(mailOf(order, to)));
    const expected = (await readRecord(store, COLLECTION, order.id))?.version ?? ABSENT;
    await store.commit([{ collection: COLLECTION, key: order.id, value: undefined, expected }]);
  }

  return {
    writeFor: (order) => ({
      collection: COLLECTION,
      key: order.id,
      value: order,
      expected: ABSENT,
      dueAt: now(),
    }),
    // One after the other: whoever waits for this call's mail, waits for what was begun before, too.
    sendDue() {
      running = running.then(sendAll);
      return running;
    },
  };

  async function sendAll(): Promise<void> {
    try {
      const due = await store.scan<NewOrder>(COLLECTION, { dueBefore: now(), limit: 100 });
      for (const record of due) if (await claimed(record)) await send(record.value).catch(log);
    } catch (error) {
      log(error);
    }
  }
}

function mailOf(order: NewOrder, to: string): Mail {
  const { id, permalink_url: page, line_items: lines, currency = HOME_CURRENCY, totals } = order;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const money = (minor: number): string => format.format(minor / 10 ** digits);
  const items = lines.map(({ item, quantity }) => `${quantity.total} x ${item.title}`);
  const amounts = totals.map(({ type, amount }) => `${type}: ${money(amount)}`);
  const text = ["Thank you for your order.", "", ...items, "", ...amounts, "", page, ""].join("\n");
  return { to, subject: `Your order ${id}`, text };
}
