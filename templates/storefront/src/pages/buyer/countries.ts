/** The countries of addresses. In: how they are called. Out: what a buyer chooses from, in the order of names. */

import { COUNTRY_CODES } from "../../country-codes.js";
import type { Writing } from "../written.js";
import type { Choice } from "./field.js";

// Sorting by the rules of a language is dear, and each form has the list.
const lists = new WeakMap<Writing, readonly Choice[]>();

export function countryChoices(writing: Writing): readonly Choice[] {
  const known = lists.get(writing) ?? listOf(writing);
  lists.set(writing, known);
  return known;
}

/** What nobody knows stays as it is. */
export function countryName(writing: Writing, code: string | undefined): string | undefined {
  return countryChoices(writing).find(({ value }) => value === code)?.label ?? code;
}

function listOf({ country, compare }: Writing): readonly Choice[] {
  const choices = COUNTRY_CODES.map((value) => ({ value, label: country(value) }));
  return choices.sort((one, other) => compare(one.label, other.label));
}
