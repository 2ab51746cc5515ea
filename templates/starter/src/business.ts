/** The business as a whole: its parts, and what it decides. */

import { jwsMandates } from "@proto-gen/runtime/jose";
import { createRateLimiter } from "@proto-gen/runtime/server";
import { evaluateCart } from "./cart.js";
import { evaluateCheckout } from "./checkout.js";
import {
  createBusiness,
  type Business as BusinessOf,
  type BusinessOptions,
} from "./generated/business.js";
import { handlers } from "./handlers.js";
import { orderOf } from "./orders.js";
import { pagesOf } from "./page.js";
import { paymentOf, payments, type PaymentToken } from "./payment.js";
import { profile } from "./profile.js";

//: if checkout
export type Business = BusinessOf<PaymentToken>;
//: else
export type Business = BusinessOf;
//: end

/** What `startBusiness`, or a test, decides. */
export interface Setting extends Pick<
  BusinessOptions,
  "url" | "storage" | "fetch" | "post" | "development" | "platforms" | "now"
> {
  //: if checkout
  /** Platforms with a page of their own on which buyers finalize (§1.8). Others send their buyers to `page.ts`. */
  readonly trusted?: (platform: string | undefined) => boolean;
  //: end
}

export function openBusiness(setting: Setting) {
  //: if checkout
  const { trusted = () => setting.development === true } = setting;
  //: end
  return createBusiness({
    ...setting,
    profile,
    //: if mandate
    mandates: jwsMandates(),
    //: end
    //: if checkout
    payments,
    checkouts: {
      evaluate: evaluateCheckout,
      paymentOf,
      //: if order
      //: if fulfillment
      orderOf: (checkout) => orderOf(checkout, setting.url),
      //: end
      //: end
      trustedUi: ({ platform }) => trusted(platform.profile),
    },
    pages: pagesOf,
    //: end
    //: if cart
    carts: { evaluate: evaluateCart },
    //: end
    handlers,
    //: if webhookHeaders
    // The release requires these headers of events, and says nothing of their values: agree on them with the platform.
    webhooks: { headers: $WEBHOOK_HEADERS },
    //: end
    server: { rateLimit: createRateLimiter() },
  });
}
