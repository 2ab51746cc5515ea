/** Tokenization (§5.6): a token is random, and worth something to the tokenizer that made it and to no other one. */

import { expect, it } from "vitest";
import { countFreeBits } from "../support/random-bits.js";
import { detokenize, sampleTokenizer, tokenOf } from "../support/sample-tokenizer.js";

it("a token is of its tokenizer: another one does not know it (§5.6)", async () => {
  const [one, other] = [sampleTokenizer(), sampleTokenizer()];
  const token = await tokenOf(one);
  expect((await detokenize(other, token)).status).toBe(404);
  expect((await detokenize(one, token)).status).toBe(200);
});

it("a token has more than 128 random bits, whatever credential it is for (§5.6)", async () => {
  const tokenizer = sampleTokenizer();
  const tokens = await Promise.all(Array.from({ length: 200 }, () => tokenOf(tokenizer)));
  expect(new Set(tokens).size).toBe(200);
  expect(countFreeBits(tokens.map((token) => token.replace(/^tok_/, "")))).toBeGreaterThanOrEqual(
    128,
  );
});
