/** Platforms on loopback that hear of orders: some requests fail, and what came of each is on record. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { listen, type Listening } from "./webhook-parties.js";

/** A header of each request: the sender's id and the number of the attempt. */
export const ATTEMPT = "X-Attempt";

/**
 * `accepted`: answered 200. `lost`: taken over, and the connection cut instead of an answer. `refused`: answered 500. `cut`: the
 * connection is cut before anything is done. `gone`: the sender had closed the connection when its answer was ready.
 */
export type Fate = "accepted" | "lost" | "refused" | "cut" | "gone";

export interface Arrival {
  /** Number of the platform that it came to. */
  readonly platform: number;
  readonly eventId: string;
  readonly orderId: string;
  /** The order's number of events. */
  readonly sequence: number;
  /** The value of `ATTEMPT`. */
  readonly attempt: string;
  readonly fate: Fate;
  /** Its place among all that the test has seen: arrivals and messages of senders. */
  readonly place: number;
}

interface OrderBody {
  readonly id: string;
  readonly event_id: string;
  readonly fulfillment: { readonly events: readonly object[] };
}

export interface TroubledOptions {
  readonly platform: number;
  readonly random: () => number;
  /** Numbers what happens. */
  readonly nextPlace: () => number;
  readonly arrived: (arrival: Arrival) => void;
}

/** Of twenty requests, three are refused, two are cut and one is lost: 30 %. */
function fateOf(share: number): Fate {
  if (share < 0.15) return "refused";
  if (share < 0.25) return "cut";
  return share < 0.3 ? "lost" : "accepted";
}

const LONGEST_WORK_MS = 15;

export function openTroubledReceiver(options: TroubledOptions): Promise<Listening> {
  const { platform, random, nextPlace, arrived } = options;

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const place = nextPlace();
    const { id: orderId, event_id: eventId, fulfillment } = (await json(incoming)) as OrderBody;
    const attempt = String(incoming.headers[ATTEMPT.toLowerCase()]);
    const sequence = fulfillment.events.length + 1;
    const what = { platform, eventId, orderId, sequence, attempt, place };
    const intended = fateOf(random());
    await setTimeout(random() * LONGEST_WORK_MS);
    const { socket } = incoming;
    const fate = socket.destroyed && intended === "accepted" ? "gone" : intended;
    arrived({ ...what, fate });
    if (fate === "accepted") outgoing.writeHead(200).end();
    else if (fate === "refused") outgoing.writeHead(500).end();
    else socket.destroy();
  }

  // A sender that is killed in the middle of its request sends no whole body.
  return listen((incoming, outgoing) => void receive(incoming, outgoing).catch(() => undefined));
}
