/** A rule that a result breaks, for the business's logs and tests and not for platforms. */

export interface Breach<Code extends string = string> {
  /** Stable. */
  readonly code: Code;
  /** JSONPath of the violation. */
  readonly path: string;
  /** What the rule requires, in words or as an amount in minor units. */
  readonly expected: string;
  /** The actual value. */
  readonly found: string;
}
