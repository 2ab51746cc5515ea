/** Knives are not sold to Utah: enforced from what binds, said from what is only a hint (§2.3). */

import type { BuyerLocation } from "@proto-gen/runtime/buyer-location";
import { errorMessage, warningMessage, type Message } from "@proto-gen/runtime/envelope";
import type { Line } from "./lines.js";

export function barredItems(
  lines: readonly Line[],
  location: BuyerLocation | undefined,
): readonly Message[] {
  const at = lines.findIndex(({ item }) => item.id === "knife");
  if (at < 0 || location?.place.address_region !== "UT") return [];
  const code = "item_unavailable";
  const content = "Knives are not sold to Utah.";
  const path = `$.line_items[${at}]`;
  return location.binding
    ? [errorMessage({ code, content, path, severity: "recoverable" })]
    : [warningMessage({ code, content, path })];
}
