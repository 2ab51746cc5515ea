/**
 * What a Complete Checkout pays with (§2.5). In: the payment of the request, and what was offered. Out: the token
 * to charge, or why nothing can be charged.
 */

import { Declined } from "@proto-gen/runtime/checkout";
import { errorMessage } from "@proto-gen/runtime/envelope";
import type { Checkout } from "../generated/index.js";
import { chosenInstrument, type Instrument, type PaymentOf } from "./chosen-instrument.js";
import { isOffered, type Offer } from "./is-offered.js";

export type SentPayment = PaymentOf<PayingInstrument>;

interface PayingInstrument extends Instrument {
  readonly credential?: object | undefined;
}

export function paymentIn(
  payment: SentPayment | undefined,
  offer: Offer,
  checkout: Partial<Checkout>,
): { readonly token: string } | Declined {
  const instrument = chosenInstrument(payment);
  if (instrument === undefined) return declined("missing", "Choose one instrument to pay with.");
  if (!isOffered(instrument, offer, checkout))
    return declined("instrument_unsupported", "This checkout cannot be paid with that.");
  const token = tokenOf(instrument);
  return token === undefined ? declined("missing", "The instrument has no token.") : { token };
}

function tokenOf({ credential }: PayingInstrument): string | undefined {
  const { token } = (credential ?? {}) as { readonly token?: unknown };
  return typeof token === "string" && token !== "" ? token : undefined;
}

function declined(code: string, content: string): Declined {
  const path = "$.payment.instruments";
  return new Declined([errorMessage({ code, content, severity: "recoverable", path })]);
}
