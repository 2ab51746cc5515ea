/** Runs the work that no call waits for: events, expiry, captures, releases, keys. */

import type { Checkouts } from "../commerce/checkout/checkouts.js";
import type { CheckoutHandlers } from "../commerce/checkout/types.js";
import type { OrderBody } from "../commerce/order/order-body.js";
import type { WebhookSender } from "../webhook/sender/definition.js";
import type { BusinessKeys } from "./business-keys.js";
import type { Business } from "./options.js";

const SWEEP_MS = 5_000;

interface BackgroundParts {
  readonly checkouts: Pick<Checkouts<CheckoutHandlers>, "sweep"> | undefined;
  readonly outbox: WebhookSender;
  readonly keys: BusinessKeys;
  readonly report: (error: unknown) => void;
}

export function createBackground({
  checkouts,
  outbox,
  keys,
  report,
}: BackgroundParts): Pick<Business<unknown, OrderBody, unknown>, "start" | "sweep" | "close"> {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> | undefined;

  /** One part does not wait for another, nor fail with it. */
  async function parts(work: readonly (Promise<unknown> | undefined)[]): Promise<void> {
    const results = await Promise.allSettled(work);
    for (const result of results) if (result.status === "rejected") report(result.reason);
  }

  function tick(): void {
    running ??= parts([checkouts?.sweep(), keys.refresh()]).finally(() => (running = undefined));
  }

  return {
    start() {
      outbox.start();
      timer ??= setInterval(tick, SWEEP_MS);
    },
    sweep: () => parts([checkouts?.sweep(), keys.refresh(), outbox.deliverDue()]),
    async close() {
      clearInterval(timer);
      timer = undefined;
      await running;
      await outbox.close();
    },
  };
}
