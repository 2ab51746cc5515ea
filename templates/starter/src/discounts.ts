/** Discount codes (§1.2). */

import { calculateDiscounts, lineTargets } from "@proto-gen/runtime/commerce";
import { hasCapability } from "@proto-gen/runtime/negotiation";
import type { Request, Session } from "./checkout.js";
import { shownLine, type Line } from "./lines.js";

/** In capitals: buyers write them as they like. */
const CODES: ReadonlyMap<string, { readonly title: string; readonly percent: number }> = new Map([
  ["TEN", { title: "Ten percent off", percent: 10 }],
]);

/** Undefined if the platform does not have the extension, or sends no codes. */
export function discountsFor({ discounts }: Request, { context }: Session, lines: readonly Line[]) {
  if (discounts === undefined || !hasCapability(context.platform.capabilities, "discount"))
    return undefined;
  const { applied, amount, messages } = calculateDiscounts({
    codes: discounts.codes,
    targets: lineTargets(lines.map(shownLine)),
    find: (code) => CODES.get(code.toUpperCase()),
  });
  return { shown: { ...discounts, applied: [...applied] }, amount, messages };
}
