/** The business as a whole: its parts, and what it decides. */

import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { jwsMandates } from "@proto-gen/runtime/jose";
import { webFetch, webPost } from "@proto-gen/runtime/profile";
import { createRateLimiter } from "@proto-gen/runtime/server";
import type { Storage } from "@proto-gen/runtime/storage";
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

export interface Setting extends Partial<
  Pick<BusinessOptions, "fetch" | "platforms" | "post" | "now">
> {
  /** Where the world reaches the business, without a slash at its end. */
  readonly url: string;
  readonly storage: Storage;
  /** Accepts platforms at http URLs of this machine, and payments that move no money. */
  readonly development?: boolean;
  //: if checkout
  /** Platforms with a page of their own on which buyers finalize (§1.8). Others send their buyers to `page.ts`. */
  readonly trusted?: (platform: string | undefined) => boolean;
  //: end
}

export function openBusiness({ url, storage, development = false, ...more }: Setting) {
  //: if checkout
  const site = url.replace(/^http:/, "https:");
  const { trusted = () => development, ...parts } = more;
  //: end
  return createBusiness({
    profile,
    ...{ url, storage, development },
    //: if workers
    fetch: webFetch({ development }),
    post: webPost({ development }),
    //: else
    fetch: guardedFetch({ development }),
    post: guardedPost({ development }),
    //: end
    //: if checkout
    ...parts,
    //: else
    ...more,
    //: end
    //: if mandate
    mandates: jwsMandates(),
    //: end
    //: if checkout
    payments,
    checkouts: {
      evaluate: evaluateCheckout,
      paymentOf,
      orderOf: (checkout) => orderOf(checkout, site),
      trustedUi: ({ platform }) => trusted(platform.profile),
      // In production, the instrument must be one that the profile offers (§2.5).
      anyInstrument: development,
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
