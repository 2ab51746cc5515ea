/** Tokenization (§5.6): a token is worth something to the tokenizer that made it, and to no other one. */

import { expect, it } from "vitest";
import { detokenize, sampleTokenizer, tokenOf } from "../support/sample-tokenizer.js";

it("a token is of its tokenizer: another one does not know it (§5.6)", async () => {
  const [one, other] = [sampleTokenizer(), sampleTokenizer()];
  const token = await tokenOf(one);
  expect((await detokenize(other, token)).status).toBe(404);
  expect((await detokenize(one, token)).status).toBe(200);
});
