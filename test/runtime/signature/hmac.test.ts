/** HMAC-SHA-256 by the vectors of RFC 4231 §4. */

import { describe, expect, it } from "vitest";
import { hmacSha256Hex } from "../../../src/runtime/digest/sha256.js";

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const bytes = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

describe("HMAC-SHA-256", () => {
  it.each([
    [
      "1",
      bytes(20, 0x0b),
      text("Hi There"),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
    [
      "2: a short key",
      text("Jefe"),
      text("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      "3",
      bytes(20, 0xaa),
      bytes(50, 0xdd),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ],
    [
      "6: a key longer than a block",
      bytes(131, 0xaa),
      text("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
  ])("has the digest of case %s", async (_, key, message, digest) => {
    expect(await hmacSha256Hex(key, message)).toBe(digest);
  });
});
