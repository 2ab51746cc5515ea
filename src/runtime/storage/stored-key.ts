/**
 * Keys as databases store them. Ids come from others, and may have what a database cannot store, or takes for the same: NUL,
 * and halves of surrogate pairs. Two keys never become one.
 */

/** Begins what is escaped as JSON. */
const ESCAPED = "\u0001";
/** With the flag, only half of a pair is a surrogate. */
const UNSTORABLE = /^\u0001|\0|\p{Surrogate}/u;

export function storedKey(key: string): string {
  return UNSTORABLE.test(key) ? ESCAPED + JSON.stringify(key) : key;
}

export function keyOfStored(stored: string): string {
  return stored.startsWith(ESCAPED) ? (JSON.parse(stored.slice(1)) as string) : stored;
}
