/**
 * Encodes keys for databases. Ids that others choose may contain what a database cannot store or distinguish: NUL,
 * and lone surrogates. Different keys stay different.
 */

/** Prefix of keys that are escaped as JSON. */
const ESCAPED = "\u0001";
/** With the u flag, only lone surrogates match. */
const UNSTORABLE = /^\u0001|\0|\p{Surrogate}/u;

export function storedKey(key: string): string {
  return UNSTORABLE.test(key) ? ESCAPED + JSON.stringify(key) : key;
}

export function keyOfStored(stored: string): string {
  return stored.startsWith(ESCAPED) ? (JSON.parse(stored.slice(1)) as string) : stored;
}
