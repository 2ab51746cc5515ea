/** Checks that each service entry of a business says how it is reached (§2.1.1). */

import { entriesOf } from "@proto-gen/runtime/negotiation";
import { isObject } from "../json-schema/keywords.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource } from "../load/document.js";
import { TRANSPORTS } from "../load/profile.js";
import { didYouMean } from "../text/nearest.js";
import type { RoleProfile } from "./profile-role.js";

export function checkTransports({
  profile: { document, vocabulary },
  role,
}: RoleProfile): Diagnostic[] {
  const member = isObject(document.root) ? document.root[vocabulary.name] : undefined;
  const services = isObject(member) ? member["services"] : undefined;
  if (services === undefined) return [];
  return entriesOf(services, `/${vocabulary.name}/services`).flatMap(({ name, entry, pointer }) => {
    const { transport } = entry;
    if (typeof transport === "string") {
      const near = TRANSPORTS.includes(transport) ? undefined : didYouMean(transport, TRANSPORTS);
      return near === undefined
        ? []
        : [
            diagnostic(
              "PROFILE_UNKNOWN_TRANSPORT",
              `${name} has the unknown transport "${transport}"`,
              {
                place: locateSource(document, `${pointer}/transport`),
                hint: near,
              },
            ),
          ];
    }
    const hasBinding = TRANSPORTS.some((each) => entry[each] !== undefined);
    return hasBinding || role === "platform"
      ? []
      : [
          diagnostic(
            "PROFILE_UNKNOWN_TRANSPORT",
            `${name} does not say by which transport it is reached`,
            {
              place: locateSource(document, pointer),
            },
          ),
        ];
  });
}
