/** The sample business for calls over a socket: bodies as text, and headers. */

import type { CallContext, LogEntry, Server, ServerOptions } from "@proto-gen/runtime/server";
import {
  ORDERED as ordered,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
} from "./sample-business.js";

export { checkout as sampleCheckout } from "./sample-business.js";

/** Where the sample business serves REST, below its host. */
export const BASE = new URL(REST_ENDPOINT).pathname;

export const ORDERED: string = JSON.stringify(ordered);

export interface SampleBusiness {
  readonly server: Server;
  /** Of each call of `createCheckout`. */
  readonly created: CallContext[];
  readonly entries: LogEntry[];
}

export function sampleBusiness(
  own: Partial<BusinessHandlers> = {},
  more: Partial<ServerOptions> = {},
): SampleBusiness {
  const witness = { created: [], entries: [] };
  return { ...witness, server: sampleServer(witness, own, more) };
}

let calls = 0;

/** Header fields that every call needs (§4.8), with a key of its own. */
export function callHeaders(): Record<string, string> {
  calls += 1;
  return {
    "Proto-Agent": `profile="${WHOLE}"`,
    "Request-Id": `request_${calls}`,
    "Idempotency-Key": `key_${process.pid}_${calls}`,
    "Content-Type": "application/json",
  };
}
