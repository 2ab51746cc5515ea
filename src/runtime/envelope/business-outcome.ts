/**
 * A business outcome (§7): the request was processed, but there is no resource to return. Handlers and client methods
 * return it: it is a result, not an error.
 */

import type { Message } from "./message.js";

export interface BusinessOutcomeOptions<Body = unknown> {
  /** The https URL at which the buyer can continue. */
  readonly continueUrl?: string | undefined;
  /** Present if the parties could not agree (§9.5). */
  readonly status?: "requires_escalation" | undefined;
  /** The error envelope that it was read from. */
  readonly body?: Body | undefined;
}

/** Over REST a 200 with an error envelope, over MCP a result with one. */
export class BusinessOutcome<Body = unknown> {
  /** Distinguishes it from a resource that has messages. */
  readonly kind = "business_outcome";
  readonly messages: readonly Message[];
  readonly continueUrl: string | undefined;
  readonly status: "requires_escalation" | undefined;
  /** The whole error envelope as a client received it. Undefined if a handler created the outcome. */
  readonly body: Body | undefined;

  constructor(messages: readonly Message[], options: BusinessOutcomeOptions<Body> = {}) {
    this.messages = messages;
    this.continueUrl = options.continueUrl;
    this.status = options.status;
    this.body = options.body;
  }
}
