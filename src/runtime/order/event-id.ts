// Every platform has them, but ECMAScript's own declarations do not.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };
declare function btoa(binary: string): string;

/** 192 random bits: nobody can guess the identifier of an event, or make one twice. */
export function createEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}
