/** Compares secrets by their digests. */

/**
 * Both are SHA-256 in hexadecimal. Takes constant time: digests have equal lengths, and every character is compared.
 */
export function sameDigest(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
