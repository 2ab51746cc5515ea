/** What a checkout costs, and what is missing (§3). The status follows from the messages. */

import { fulfillmentTotal } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import { deliveryOf } from "./delivery.js";
import { discountsFor } from "./discounts.js";
import type { BusinessOptions } from "./generated/business.js";
import { totalsOf } from "./generated/commerce.js";
import { linesOf, refused, shownLine, subtotalOf } from "./lines.js";
import { CURRENCY } from "./products.js";
import { profile } from "./profile.js";
import { vendorMembers } from "./vendor.js";

export type Evaluate = BusinessOptions["checkouts"]["evaluate"];
export type Request = Parameters<Evaluate>[0];
export type Session = Parameters<Evaluate>[1];

/** E.164. */
const PHONE = /^\+[1-9]\d{1,14}$/;

const LINKS = [
  { type: "terms_of_service", url: "https://shop.example.com/terms" },
  { type: "privacy_policy", url: "https://shop.example.com/privacy" },
];

export const evaluateCheckout: Evaluate = async (request, session) => {
  const { lines, messages } = await linesOf(request.line_items);
  if (lines.length === 0) return refused(messages, session.before);
  if (!request.buyer?.email) {
    const content = "An email address is needed for the confirmation.";
    messages.push(
      errorMessage({ code: "missing", content, severity: "recoverable", path: "$.buyer.email" }),
    );
  }
  if (request.buyer?.phone_number && !PHONE.test(request.buyer.phone_number)) {
    const content = "The phone number must be like +14155550123.";
    const path = "$.buyer.phone_number";
    messages.push(errorMessage({ code: "invalid_phone", content, severity: "recoverable", path }));
  }
  //: if fulfillment
  const delivery = await deliveryOf(request, session, lines);
  //: end
  //: if discount
  const discounts = discountsFor(request, session, lines);
  //: end
  return {
    line_items: lines.map(shownLine),
    currency: CURRENCY,
    totals: totalsOf({
      subtotal: subtotalOf(lines),
      //: if discount
      discount: discounts?.amount,
      //: end
      //: if fulfillment
      fulfillment: fulfillmentTotal(delivery.fulfillment),
      //: end
    }),
    links: [...LINKS],
    messages: [
      ...messages,
      //: if fulfillment
      ...delivery.messages,
      //: end
      //: if discount
      ...(discounts?.messages ?? []),
      //: end
    ],
    //: if fulfillment
    fulfillment: delivery.fulfillment,
    //: end
    //: if discount
    ...(discounts === undefined ? {} : { discounts: discounts.shown }),
    //: end
    //: if listed
    payment: { ...request.payment, handlers: [...profile.payment.handlers] },
    //: end
    //: if vendor
    ...vendorMembers(request, session),
    //: end
  };
};
