/** Whether two secrets are equal, by their digests. */

/**
 * SHA-256 in hexadecimal, both. The time it takes says nothing: digests are as long as each other,
 * whatever the secrets are, and every character is looked at.
 */
export function sameDigest(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
