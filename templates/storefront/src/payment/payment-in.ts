/** The token of the instrument that a request to complete a checkout pays with (§2.5). */

import { chosenInstrument, Declined } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import type { Prices } from "../currency.js";
import type { Checkout } from "../generated/index.js";
import { isForCart } from "./payment-handlers.js";

export interface SentPayment {
  readonly instruments?: readonly PayingInstrument[] | undefined;
}

interface PayingInstrument {
  readonly id: string;
  readonly credential?: object | undefined;
}

export function paymentIn(
  payment: SentPayment | undefined,
  checkout: Partial<Checkout>,
  prices: Prices,
): { readonly token: string } | Declined {
  const instrument = chosenInstrument(payment);
  if (instrument === undefined) return declined("missing", "Choose one instrument to pay with.");
  if (!isForCart(instrument, checkout, prices))
    return declined("instrument_unsupported", "This checkout cannot be paid with that.");
  const { token } = (instrument.credential ?? {}) as { readonly token?: unknown };
  return typeof token === "string" && token !== ""
    ? { token }
    : declined("missing", "The instrument has no token.");
}

function declined(code: string, content: string): Declined {
  const path = "$.payment.instruments";
  return new Declined([errorMessage({ code, content, severity: "recoverable", path })]);
}
