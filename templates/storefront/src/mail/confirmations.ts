/**
 * The confirmation of each order by mail (§1.8). It is written with the order and sent afterwards, so that a
 * mail server that is down costs no confirmation.
 */

import type { RecordWrite, Storage } from "@proto-gen/runtime/storage";
import { createWorker } from "@proto-gen/runtime/worker";
import { minorUnitsIn, type Currency } from "../currency.js";
import type { NewOrder } from "../orders/new-order.js";
import type { Mail, Mailer } from "./mailer.js";

export interface Confirmations {
  /** To be committed with the order. */
  writesFor(order: NewOrder): readonly RecordWrite[];
  /** Sends the mails that are due. A mail that fails is sent again later, for three days. */
  sendDue(): Promise<void>;
}

export interface ConfirmationsOptions {
  readonly store: Storage;
  readonly mailer: Mailer;
  /** Where the buyer of a checkout wants mail; undefined where that is not known. */
  readonly addressOf: (checkoutId: string) => Promise<string | undefined>;
  /** The currency of orders that name none. */
  readonly home: Currency;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
}

/** A mail server that takes longer hangs. */
const MAIL_MS = 20_000;

export function createConfirmations(options: ConfirmationsOptions): Confirmations {
  const { store, mailer, addressOf, home, now, log } = options;
  const worker = createWorker<NewOrder>({
    ...{ store, name: "confirmation", now },
    limits: { attemptMs: MAIL_MS },
    async perform({ payload: order }) {
      const to = await addressOf(order.checkout_id);
      if (to !== undefined) await mailer.send(mailOf(order, to, home));
      return undefined;
    },
    report({ failure }) {
      if (failure !== undefined) log(failure.cause);
    },
  });
  return {
    writesFor: (order) => worker.writes({ lane: order.id, payload: order }),
    sendDue: () => worker.drain().catch(log),
  };
}

function mailOf(order: NewOrder, to: string, home: Currency): Mail {
  const { id, permalink_url: page, line_items: lines, currency = home, totals } = order;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const money = (minor: number): string => format.format(minor / minorUnitsIn(currency));
  const items = lines.map(({ item, quantity }) => `${quantity.total} x ${item.title}`);
  const amounts = totals.map(({ type, amount }) => `${type}: ${money(amount)}`);
  const text = ["Thank you for your order.", "", ...items, "", ...amounts, "", page, ""].join("\n");
  return { to, subject: `Your order ${id}`, text };
}
