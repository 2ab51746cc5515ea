/** A refusal on its way out of a verification. */

import { refused, type MandateCode, type Refused } from "../verdict.js";

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly verdict: Refused;

  constructor(code: MandateCode, content: string) {
    super(code);
    this.verdict = refused(code, content);
  }
}

/** The same for everything that is wrong with a signature: why is no use to who has not made it. */
export function badSignature(content = "The mandate's signature cannot be verified."): Refusal {
  return new Refusal("mandate_invalid_signature", content);
}
