/** The parameters of a call in 64 characters. */

// Every platform has them, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};

/** What must be the same in a duplicate. In MCP: the tool's name as `target`, its argument bytes. */
export interface Parameters {
  readonly method: string;
  /** The request target as it was received: path and query. */
  readonly target: string;
  /** As it was received: the same JSON in other bytes is another request. */
  readonly body: Uint8Array;
}

/** SHA-256 of method, target and body, in hexadecimal. */
export async function fingerprintOf({ method, target, body }: Parameters): Promise<string> {
  // JSON says where each string ends, so no two calls have the same bytes.
  const head = new TextEncoder().encode(`${JSON.stringify([method, target])}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
