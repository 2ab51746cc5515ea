/** How much is done for a refusal (§5.6): counted, since times differ. */

import { afterAll, describe, expect, it, vi } from "vitest";

const counts = vi.hoisted(() => ({ hashes: 0, comparisons: 0 }));

vi.mock("../../../src/runtime/digest/sha256.js", async (original) => {
  const { sha256Hex, sameDigest } =
    await original<typeof import("../../../src/runtime/digest/sha256.js")>();
  return {
    sha256Hex: (bytes: Uint8Array) => ((counts.hashes += 1), sha256Hex(bytes)),
    sameDigest: (one: string, other: string) => {
      counts.comparisons += 1;
      expect(one.length).toBe(other.length);
      return sameDigest(one, other);
    },
  };
});

// Files share what they have imported: of the modules here, others must see nothing, nor these what others have loaded.
vi.resetModules();
afterAll(() => void vi.resetModules());

const { detokenize, sampleTokenizer, tokenOf } = await import("../../support/sample-tokenizer.js");

describe("an unknown token and one that is bound to something else", () => {
  it("take as many hashes, and as many comparisons of as many characters", async () => {
    const tokenizer = sampleTokenizer();
    const token = await tokenOf(tokenizer);
    const work = async (call: Promise<{ status: number }>, status: number): Promise<object> => {
      const before = { ...counts };
      expect((await call).status).toBe(status);
      const { hashes, comparisons } = counts;
      return { hashes: hashes - before.hashes, comparisons: comparisons - before.comparisons };
    };
    const refused = await work(detokenize(tokenizer, "tok_unknown"), 404);
    expect(refused).toEqual({ hashes: 2, comparisons: 1 });
    expect(await work(detokenize(tokenizer, token, "other"), 404)).toEqual(refused);
    const elsewhere = { checkout_id: "checkout_2" };
    expect(await work(detokenize(tokenizer, token, "business", elsewhere), 404)).toEqual(refused);
    expect(await work(detokenize(tokenizer, token), 200)).toEqual(refused);
    expect(await work(detokenize(tokenizer, token), 404)).toEqual(refused);
  });
});
