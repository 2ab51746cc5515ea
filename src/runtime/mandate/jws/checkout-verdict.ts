/** Compares the checkout in a mandate with the current one, including the business's signature. */

import { equalJson } from "../../json/index.js";
import { isObject, own, type Members } from "../../json/members.js";
import type { MandateContext } from "../mandate-verifier.js";
import { ACCEPTED, refused, type Verdict } from "../verdict.js";
import { without } from "./signed-part.js";
import { verifyMerchantAuthorization } from "./verify-merchant-authorization.js";

/** @param signingKeys the business's own */
export async function checkoutVerdict(
  claims: Members,
  claim: string,
  { checkout, platform }: MandateContext,
  signingKeys: unknown,
): Promise<Verdict> {
  const agreed = own(claims, claim);
  if (!isObject(agreed)) return mismatch("The mandate has no checkout.");
  const ap2 = own(agreed, "ap2");
  const authorization = isObject(ap2) ? own(ap2, "merchant_authorization") : undefined;
  const authorized = await verifyMerchantAuthorization(agreed, authorization, signingKeys);
  if (authorized.kind === "refused") return authorized;
  if (isSame(agreed, checkout, platform.envelope?.name)) return ACCEPTED;
  return mismatch("The mandate is for another checkout, or for what this one was before.");
}

/**
 * What a server adds is compared only if the business stored it: everything it signed is covered by the signature.
 */
function isSame(agreed: Members, checkout: object, envelope: string | undefined): boolean {
  const current = JSON.parse(JSON.stringify(checkout)) as object;
  const added = envelope === undefined ? ["ap2"] : [envelope, "ap2"];
  const unknown = new Set(added.filter((name) => !Object.hasOwn(current, name)));
  return equalJson(without(agreed, unknown), current);
}

function mismatch(content: string): Verdict {
  return refused("mandate_scope_mismatch", content);
}
