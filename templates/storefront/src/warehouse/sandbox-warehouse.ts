/**
 * A warehouse that moves nothing: what it says of a parcel follows from the time since it was paid. Nothing is
 * remembered, so that whoever asks again hears the same.
 */

import { createHash } from "node:crypto";
import type { Parcel, Step, Warehouse } from "./warehouse.js";

/** Milliseconds since the payment. A download is there at once. */
export interface Pace {
  /** Until it is on its way, or at the counter. */
  readonly shippedMs: number;
  /** Until the buyer has it; not before it is shipped. */
  readonly deliveredMs: number;
}

export interface SandboxWarehouseOptions {
  /** One and two minutes unless given. */
  readonly pace?: Pace | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** It knows of nothing: people say what becomes of a parcel. */
export const MANUAL_WAREHOUSE: Warehouse = {
  progressOf: async () => ({ steps: [], nextAt: undefined }),
};

export const SANDBOX_PACE: Pace = { shippedMs: 60_000, deliveredMs: 120_000 };

/** @throws RangeError for a pace that is none */
export function createSandboxWarehouse(options: SandboxWarehouseOptions = {}): Warehouse {
  const { pace = SANDBOX_PACE, now = Date.now } = options;
  requirePace(pace);
  return {
    async progressOf(parcel) {
      const time = now();
      const all = STEPS[parcel.method](parcel, pace);
      const steps = all.filter(({ at }) => at <= time);
      return { steps, nextAt: all[steps.length]?.at };
    },
  };
}

// With a NaN every comparison is false: nothing would ever be shipped.
function requirePace({ shippedMs, deliveredMs }: Pace): void {
  const isPace = [shippedMs, deliveredMs].every((each) => Number.isSafeInteger(each) && each >= 0);
  if (!isPace || shippedMs > deliveredMs)
    throw new RangeError("pace: expected whole milliseconds from 0 on, shipped before delivered");
}

/** What happens to a parcel, by the type of its method: a type that the profile has grown by has an entry here. */
const STEPS: Readonly<Record<Parcel["method"], (parcel: Parcel, pace: Pace) => readonly Step[]>> = {
  digital: (parcel) => [atTheShop(parcel, parcel.paidAt, "It can be downloaded.")],
  pickup: (parcel, { shippedMs, deliveredMs }) => [
    {
      id: "ready",
      type: "processing",
      at: parcel.paidAt + shippedMs,
      description: "It is at the counter.",
    },
    atTheShop(parcel, parcel.paidAt + deliveredMs, "It was picked up."),
  ],
  shipping(parcel, { shippedMs, deliveredMs }) {
    const carried = byCarrier(parcel);
    return [
      { id: "shipped", type: "shipped", at: parcel.paidAt + shippedMs, ...carried },
      { id: "delivered", type: "delivered", at: parcel.paidAt + deliveredMs, ...carried },
    ];
  },
};

function byCarrier(parcel: Parcel): Pick<Step, "carrier" | "trackingNumber" | "trackingUrl"> {
  const trackingNumber = numberOf(parcel);
  const carrier = parcel.isBulky ? "Sandbox Freight" : "Sandbox Post";
  const trackingUrl = `https://carrier.example.com/parcels/${trackingNumber}`;
  return { carrier, trackingNumber, trackingUrl };
}

/** No carrier has it, and §2.9 wants a number and a page all the same: those of the order. */
function atTheShop(parcel: Parcel, at: number, description: string): Step {
  const tracked = { trackingNumber: numberOf(parcel), trackingUrl: parcel.orderUrl };
  return { id: "delivered", type: "delivered", at, ...tracked, description };
}

/** Another one for each parcel, of which nobody learns the order's id. */
function numberOf({ id }: Parcel): string {
  return `SB${createHash("sha256").update(id).digest("hex").slice(0, 16).toUpperCase()}`;
}
