/** Checks that a buyer can distinguish the options of a group and reads nothing twice (§2.6). */

import { checkTotals } from "../totals/check-totals.js";
import type { Total } from "../totals/index.js";
import { breach, type FulfillmentBreach } from "./breach.js";
import type { FulfillmentOption } from "./fulfillment.js";
import { repeatsTitle, foldText } from "./option-texts.js";
import { namesPrice } from "./written-price.js";

export function checkOptions(
  options: readonly FulfillmentOption[],
  path: string,
  currency: string | undefined,
): readonly FulfillmentBreach[] {
  const each = options.flatMap((option, index) => {
    const place = `${path}[${index}]`;
    return [
      ...checkDescription(option, place, currency),
      ...checkCosts(option.totals, `${place}.totals`),
    ];
  });
  return [...checkTitles(options, path), ...each];
}

/** A word, or numbers as in a date or a time span: less does not help a buyer to decide. */
const TELLING = /\p{L}|\p{N}\P{N}+\p{N}/u;

function checkTitles(
  options: readonly FulfillmentOption[],
  path: string,
): readonly FulfillmentBreach[] {
  const seen = new Set<string>();
  return options.flatMap(({ title, description }, index) => {
    const folded = foldText(title);
    const place = `${path}[${index}].title`;
    if (folded === "") return [breach("option_title_empty", place, "a text", "none")];
    if (description === undefined && !TELLING.test(folded))
      return [
        breach("option_title_wordless", place, "a title with words, or a description", title),
      ];
    if (seen.has(folded)) return [breach("option_title_repeated", place, "another title", title)];
    seen.add(folded);
    return [];
  });
}

function checkDescription(
  { title, description, totals }: FulfillmentOption,
  path: string,
  currency: string | undefined,
): readonly FulfillmentBreach[] {
  if (description === undefined) return [];
  const place = `${path}.description`;
  const breaches: FulfillmentBreach[] = [];
  if (repeatsTitle(description, title))
    breaches.push(breach("description_repeats_title", place, "no title", description));
  const price = priceOf(totals);
  if (price !== undefined && currency !== undefined && namesPrice(description, price, currency))
    breaches.push(breach("description_repeats_price", place, "no price", description));
  return breaches;
}

function priceOf(totals: readonly Total[]): number | undefined {
  return totals.find(({ type }) => type === "total")?.amount;
}

/** A total alone is not a sum of anything. */
function checkCosts(totals: readonly Total[], path: string): readonly FulfillmentBreach[] {
  const breaches = checkTotals(totals, { path });
  const isAlone = totals.length === 1;
  return isAlone ? breaches.filter(({ code }) => code !== "total_mismatch") : breaches;
}
