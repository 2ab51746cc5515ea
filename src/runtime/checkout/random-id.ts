/** An id that nobody guesses: 128 random bits, and the version's six (RFC 9562 §5.4). */

// Every platform has it, but ECMAScript's own declarations do not.
declare const crypto: { randomUUID(): string };

export function randomId(): string {
  return crypto.randomUUID();
}
