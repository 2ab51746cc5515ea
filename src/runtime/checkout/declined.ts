/** Why a request comes to nothing: an update that asks for what there is not, a payment that is declined. */

import type { Message } from "../envelope/index.js";

/** The checkout stays as it was; the platform gets it with these messages. After an update its envelope has status `error` (§2.2). */
export class Declined {
  readonly kind = "declined";
  readonly messages: readonly Message[];

  /** @throws TypeError without an error among the messages */
  constructor(messages: readonly Message[]) {
    if (!messages.some(({ type }) => type === "error"))
      throw new TypeError("Declined needs an error among its messages");
    this.messages = messages;
  }
}
