/** The business's refusal of a request, such as a declined payment or an update that it cannot satisfy. */

import type { Message } from "../../envelope/message.js";

/**
 * The checkout stays as it was, and the platform receives it with these messages. After an update its envelope has
 * status `error` (§2.2).
 */
export class Declined {
  readonly kind = "declined";
  readonly messages: readonly Message[];

  /** @throws TypeError if no message is an error */
  constructor(messages: readonly Message[]) {
    if (!messages.some(({ type }) => type === "error"))
      throw new TypeError("Declined needs at least one message of type error");
    this.messages = messages;
  }
}
