/** The members that other extensions add to a checkout. Until you fill them in, those that must be there have sample values. */

import type { Declined } from "@proto-gen/runtime/commerce";
import type { BusinessOutcome } from "@proto-gen/runtime/error";
import type { Evaluate, Request, Session } from "./checkout.js";

type Evaluated = Exclude<Awaited<ReturnType<Evaluate>>, Declined | BusinessOutcome>;

export function vendorMembers(
  _request: Request,
  _session: Session,
): Pick<Evaluated, $VENDOR_NAMES> {
  return $VENDOR;
}
