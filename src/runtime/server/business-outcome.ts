/** A business outcome (§7): the request was processed, and there is no resource to give. */

import type { Message } from "../envelope/index.js";

/** Returned by a handler, not thrown: it is an answer, with status 200 and an error envelope. */
export class BusinessOutcome {
  readonly messages: readonly Message[];
  /** Where the buyer can go on. */
  readonly continueUrl: string | undefined;

  constructor(messages: readonly Message[], continueUrl?: string) {
    this.messages = messages;
    this.continueUrl = continueUrl;
  }
}
