/** `CheckoutOptions` without the business's generated types, as this module works with them. */

import type { BusinessOutcome } from "../../envelope/business-outcome.js";
import type { CallContext } from "../../server/handlers.js";
import type { Declined } from "./declined.js";
import type { EvaluationRules } from "./evaluate.js";
import type { CheckoutOptions, CheckoutSession, OrderKeeping, PaymentAttempt } from "./options.js";
import type {
  CheckoutHandlers,
  CheckoutShape,
  EvaluationShape,
  PlacedOrder,
  RequestShape,
} from "./types.js";

type Later<Value> = Promise<Value> | Value;

export interface AnyOptions
  extends
    EvaluationRules,
    Pick<
      CheckoutOptions<CheckoutHandlers>,
      | "store"
      | "carts"
      | "captures"
      | "mandates"
      | "anyInstrument"
      | "sessionMs"
      | "completionMs"
      | "keepMs"
      | "now"
      | "newId"
      | "log"
    > {
  evaluate(
    request: RequestShape,
    session: CheckoutSession<CheckoutShape>,
  ): Later<EvaluationShape | Declined | BusinessOutcome>;
  complete(
    checkout: CheckoutShape,
    request: RequestShape,
    attempt: PaymentAttempt,
  ): Later<PlacedOrder | Declined>;
  release(checkout: CheckoutShape, paymentKey: string): Later<void>;
  trustedUi(context: CallContext): Later<boolean>;
  readonly orders?: OrderKeeping<never> | undefined;
}
