/** Warns of a release whose requests to complete a checkout have no payment that is recognised: nothing that runs finds it. */

import { diagnostic, type Diagnostic } from "../errors.js";
import type { Interpretation } from "../interpretation.js";
import { locateSource } from "../load/document.js";
import { completesCheckout, findPaymentMembers } from "../model/payment-members.js";

export function checkPayment({ model, sources }: Interpretation): Diagnostic[] {
  const completing = model.services
    .flatMap(({ operations }) => operations)
    .filter((each) => completesCheckout(each) && each.request !== undefined);
  const [operation] = completing;
  if (operation === undefined || findPaymentMembers(completing).length > 0) return [];
  const { origin } = operation.request ?? {};
  const document = origin && sources.documents.get(origin.document);
  const place = document && origin && locateSource(document, origin.pointer);
  return [
    diagnostic(
      "SERVICE_NO_PAYMENT",
      `no member of the request of ${operation.id} is recognised as the payment: none has \`instruments\` or is an instrument, which has a \`handler_id\``,
      { place },
    ),
  ];
}
