/** Whether an instrument is one of those that a checkout can be paid with (§2.5). */

import type { ResponseHandlers } from "@proto-gen/runtime/envelope";
import type { Checkout } from "../generated/index.js";
import type { Instrument } from "./chosen-instrument.js";
import { isForCart } from "./payment-handlers.js";

export interface Offer {
  /** As this checkout's answers have it. */
  readonly registry: ResponseHandlers;
  /** Of the array form. */
  readonly listed: readonly object[];
  /** True where an instrument of any handler pays; for tests. */
  readonly isOpen?: boolean;
}

interface Declared {
  readonly id?: unknown;
  readonly available_instruments?: readonly object[] | undefined;
}

export function isOffered(
  instrument: Pick<Instrument, "handler_id" | "type">,
  { registry, listed, isOpen = false }: Offer,
  checkout: Partial<Checkout>,
): boolean {
  const handlers: readonly Declared[] = [...Object.values(registry).flat(), ...listed];
  return (
    isForCart(instrument, checkout) &&
    (isOpen ||
      handlers.some(
        (handler) => handler.id === instrument.handler_id && takes(handler, instrument),
      ))
  );
}

/** A handler that names no types leaves them to its own schemas. */
function takes({ available_instruments: types }: Declared, { type }: { type: string }): boolean {
  return types === undefined || types.some((each) => (each as { type?: unknown }).type === type);
}
