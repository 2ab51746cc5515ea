/** What stands between a checkout and its completion, beside delivery: each with its code and severity (§7). */

import type { BuyerLocation } from "@proto-gen/runtime/commerce";
import { errorMessage, warningMessage, type Message } from "@proto-gen/runtime/error";
import { isEmail } from "@proto-gen/runtime/schema";
import { isSoldTo, type Catalog } from "../catalog/index.js";
import type { CheckoutUpdateRequest } from "../generated/index.js";
import type { Intervention } from "./interventions.js";
import type { Line, Lines } from "./lines.js";

const PHONE = /^\+[1-9]\d{1,14}$/;

export function buyerObjections({ buyer }: Pick<CheckoutUpdateRequest, "buyer">): Message[] {
  const severity = "recoverable";
  const messages: Message[] = [];
  if (buyer?.email === undefined || buyer.email === "") {
    const path = "$.buyer.email";
    const content = "An email address is needed for the confirmation.";
    messages.push(errorMessage({ code: "missing", content, severity, path }));
  } else if (!isEmail(buyer.email)) {
    // Of what is a list of addresses to a mail program, each would get the mail.
    const path = "$.buyer.email";
    const content = "The email address has to be one like ada@example.com.";
    messages.push(errorMessage({ code: "invalid_email", content, severity, path }));
  }
  if (buyer?.phone_number !== undefined && !PHONE.test(buyer.phone_number)) {
    const path = "$.buyer.phone_number";
    const content = "The phone number has to be like +14155550123 (E.164).";
    messages.push(errorMessage({ code: "invalid_phone", content, severity, path }));
  }
  return messages;
}

/**
 * Enforced from what binds; from hints alone it is said, and no more (§2.3).
 * @param locationOf where a line goes, as far as that is known
 */
export function placeObjections(
  catalog: Catalog,
  { lines }: Pick<Lines, "lines">,
  locationOf: (line: Line) => BuyerLocation | undefined,
): Message[] {
  return lines.flatMap((line, at): Message[] => {
    const { item } = line;
    const location = locationOf(line);
    const sold = catalog.itemOf(item.id);
    // What the catalog no longer has is sold nowhere.
    if (sold !== undefined && isSoldTo(sold, location?.place)) return [];
    const code = "item_unavailable";
    const content = `${item.title} is not sold there.`;
    const path = `$.line_items[${at}]`;
    return location?.binding === true
      ? [errorMessage({ code, content, path, severity: "recoverable" })]
      : [warningMessage({ code, content, path })];
  });
}

/** The staff wants the buyer to look at it. */
export function reviewAsked(intervention: Intervention | undefined): Message[] {
  if (intervention?.isReviewed !== true) return [];
  const content = "The shop asks you to check this order before you place it.";
  return [errorMessage({ code: "review_requested", content, severity: "requires_buyer_review" })];
}

/** @param reviewFrom from this sum on the buyer looks an order over, in minor units of the total's currency */
export function escalations(
  catalog: Catalog,
  lines: readonly Line[],
  total: number,
  reviewFrom: number,
): Message[] {
  const messages: Message[] = [];
  if (lines.some(({ item }) => catalog.itemOf(item.id)?.byAppointment === true)) {
    const content = "It is delivered by appointment: we call to agree on a day.";
    const severity = "requires_buyer_input";
    messages.push(errorMessage({ code: "schedule_delivery", content, severity }));
  }
  if (total >= reviewFrom) {
    const content = "Please check an order of this value before you place it.";
    const severity = "requires_buyer_review";
    messages.push(errorMessage({ code: "high_value_order", content, severity }));
  }
  return messages;
}
