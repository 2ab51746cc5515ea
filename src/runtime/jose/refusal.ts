/** Carries a refusal out of a verification. */

import { refused, type MandateCode, type Refused } from "../commerce/mandate/mandate-verifier.js";

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly verdict: Refused;

  constructor(code: MandateCode, content: string) {
    super(code);
    this.verdict = refused(code, content);
  }
}

/** The same for every problem of a signature: only its creator could use the reason. */
export function badSignature(content = "The mandate's signature cannot be verified."): Refusal {
  return new Refusal("mandate_invalid_signature", content);
}
