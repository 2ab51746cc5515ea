/** Calls to checkouts of a business whose processes are killed. */

import { setTimeout } from "node:timers/promises";
import { PLATFORM } from "./open-business.js";

export interface CheckoutAnswer {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly status?: string;
    readonly messages?: readonly { readonly code: string }[];
  };
}

/** Repeats the call until the answer is final: no connection, and what can be tried again, is not. */
export async function finalAnswer(
  business: { readonly url: string },
  target: string,
  key: string,
  body: object,
): Promise<CheckoutAnswer> {
  for (;;) {
    try {
      const response = await fetch(`${business.url}/proto/v1/checkout-sessions${target}`, {
        method: "POST",
        headers: {
          "Proto-Agent": `profile="${PLATFORM}"`,
          "Request-Id": "request_1",
          "Idempotency-Key": key,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(body),
      });
      const answer = { status: response.status, body: await response.json() } as CheckoutAnswer;
      if (response.status !== 409 && response.status !== 503) return answer;
    } catch {
      // Its process died.
    }
    await setTimeout(20);
  }
}
