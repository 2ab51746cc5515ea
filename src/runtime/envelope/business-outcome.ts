/**
 * A business outcome (§7): the request was processed, and there is no resource to give. An operation
 * handler returns one, and a client's method does: it is an answer, not an error.
 */

import type { Message } from "./message.js";

export interface BusinessOutcomeOptions<Body = unknown> {
  /** Where the buyer can go on: an https URL. */
  readonly continueUrl?: string | undefined;
  /** Present where the parties could not agree (§9.5). */
  readonly status?: "requires_escalation" | undefined;
  /** The error envelope that it was read from. */
  readonly body?: Body;
}

/** Over REST status 200 with an error envelope, over MCP a result with one. */
export class BusinessOutcome<Body = unknown> {
  /** Not to be taken for a resource that happens to have messages. */
  readonly kind = "business_outcome";
  readonly messages: readonly Message[];
  readonly continueUrl: string | undefined;
  readonly status: "requires_escalation" | undefined;
  /** The whole error envelope as a client received it; undefined on one that a handler makes. */
  readonly body: Body | undefined;

  constructor(messages: readonly Message[], options: BusinessOutcomeOptions<Body> = {}) {
    this.messages = messages;
    this.continueUrl = options.continueUrl;
    this.status = options.status;
    this.body = options.body;
  }
}
