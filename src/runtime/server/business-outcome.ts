/** A business outcome (§7): the request was processed, and there is no resource to give. */

/** What the business has to say (§2.3). */
export interface OutcomeMessage {
  readonly type: "error" | "warning" | "info";
  readonly code: string;
  readonly content: string;
  readonly path?: string;
  readonly severity?:
    "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";
}

/** Returned by a handler, not thrown: it is an answer, with status 200 and an error envelope. */
export class BusinessOutcome {
  readonly messages: readonly OutcomeMessage[];
  /** Where the buyer can go on. */
  readonly continueUrl: string | undefined;

  constructor(messages: readonly OutcomeMessage[], continueUrl?: string) {
    this.messages = messages;
    this.continueUrl = continueUrl;
  }
}
