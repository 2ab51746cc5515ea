/** The first sentence of a description. */

import { expect, it } from "vitest";
import { withinCpuTime } from "../support/cpu-time.js";
import { firstSentence } from "../../src/text/first-sentence.js";

it.each([
  ["Buyer information.", "Buyer information."],
  ["Buyer information", "Buyer information"],
  ["One. Two.", "One."],
  ["Is it one? It is.", "Is it one?"],
  ["A code, e.g. USD. More.", "A code, e.g. USD."],
  ["A code (e.g. USD, i.e. dollars). More.", "A code (e.g. USD, i.e. dollars)."],
  ["Version 1.2 of it. More.", "Version 1.2 of it."],
  ["In the U.S. Postal Service's form. More.", "In the U.S. Postal Service's form."],
  ["Amounts, taxes etc. Are given. More.", "Amounts, taxes etc. Are given."],
  ['He said "no." Then more.', 'He said "no."'],
  ["See https://example.com/a.b. It says more.", "See https://example.com/a.b."],
  ["First line\nstill first. Second.", "First line\nstill first."],
  ["A heading\n\nA paragraph.", "A heading"],
  ["  Padded. ", "Padded."],
  ["`code` is it. `other` is not.", "`code` is it."],
  ["", ""],
])("of %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

it.each(["a. b", ".", "'", " ", "\n", "e.g. A"])("of many %j is found in time", async (text) => {
  await withinCpuTime(2_000, () => firstSentence(`x.${text.repeat(200_000)}`));
});
