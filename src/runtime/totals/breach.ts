/** A rule that an answer breaks: for logs and tests of a business, not for platforms. */

export interface Breach<Code extends string = string> {
  /** Stable. */
  readonly code: Code;
  /** JSONPath of what breaks the rule. */
  readonly path: string;
  /** What the rule wants there, in words or as an amount in minor units. */
  readonly expected: string;
  /** What is there. */
  readonly found: string;
}
