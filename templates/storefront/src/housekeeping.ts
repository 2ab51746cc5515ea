/** What is due is done: sessions that are over, mail, parcels, webhooks, keys. In: who does it, how fast it has to be. */

import type { WebhookSender } from "@proto-gen/runtime/webhook";
import type { SigningKeys } from "./keys/signing-keys.js";
import type { Storefront } from "./storefront-options.js";
import type { Pace } from "./warehouse/sandbox-warehouse.js";
import { logError } from "./log-lines.js";

export interface Housekeeping {
  /** Does all that is due. */
  now(): Promise<void>;
  /** No more by itself. */
  end(): void;
  /** What it began by itself is done. */
  idle(): Promise<void>;
}

const LONGEST_MS = 5_000;
/** However fast the pace is. */
const SHORTEST_MS = 100;

type Due = Pick<Storefront, "checkouts" | "confirmations" | "shipments"> & {
  readonly keys: SigningKeys;
};

export function startHousekeeping(
  { checkouts, confirmations, shipments, keys }: Due,
  outbox: Pick<WebhookSender, "deliverDue">,
  pace: Pace,
): Housekeeping {
  const parts = [
    checkouts.sweep,
    confirmations.sendDue,
    shipments.advanceDue,
    keys.refresh,
  ] as const satisfies readonly (() => Promise<unknown>)[];
  const running = new Map<(typeof parts)[number], Promise<void>>();

  async function now(): Promise<void> {
    const results = await Promise.allSettled(parts.map((part) => part()));
    await outbox.deliverDue();
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** None waits for another one's mail server, warehouse or platform. */
  async function run(part: (typeof parts)[number]): Promise<void> {
    try {
      await part();
    } catch (error) {
      logError(error);
    } finally {
      running.delete(part);
    }
  }

  const timer = setInterval(() => {
    for (const part of parts) if (!running.has(part)) running.set(part, run(part));
  }, intervalFor(pace));

  return {
    now,
    end: () => clearInterval(timer),
    idle: async () => void (await Promise.all(running.values())),
  };
}

/** So that what follows the pace is late by no more than a step of it. */
function intervalFor({ shippedMs, deliveredMs }: Pace): number {
  // What happens with the step before needs no turn of its own.
  const steps = [shippedMs, deliveredMs - shippedMs].filter((step) => step > 0);
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, ...steps));
}
