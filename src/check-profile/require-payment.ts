/** Refuses a server for a release whose requests to complete a checkout have no payment: nothing that runs would find it. */

import { failure } from "../errors.js";
import type { Interpretation } from "../interpretation.js";
import { completesCheckout, findPaymentMembers, NO_PAYMENT } from "../model/payment-members.js";
import { findCalls, locateCall } from "./find-calls.js";

/**
 * @param named the member that is the payment, or `none`; undefined to recognise it
 * @throws ProtoGenError SERVICE_NO_PAYMENT
 */
export function requirePayment({ model, sources }: Interpretation, named?: string): void {
  if (named === NO_PAYMENT) return;
  const completing = model.services
    .flatMap(({ operations }) => operations)
    .filter((each) => completesCheckout(each) && each.request !== undefined);
  const [operation] = completing;
  if (operation === undefined || findPaymentMembers(completing, named).length > 0) return;
  const service = sources.services.find(({ name }) => name === operation.service);
  const [call] = service === undefined ? [] : findCalls(service, operation.id);
  const place = service && call && locateCall(service, call);
  const problem =
    named === undefined
      ? `no member of the request of ${operation.id} is recognised as the payment: none has \`instruments\` or is an instrument, which has a \`handler_id\``
      : `the request of ${operation.id} has no member ${JSON.stringify(named)}, which --payment names`;
  throw failure("SERVICE_NO_PAYMENT", problem, { place });
}
