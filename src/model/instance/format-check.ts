/** In: the name of a format. Out: the runtime's own predicate of it; undefined for one that only annotates. */

import {
  isDate,
  isDateTime,
  isDuration,
  isEmail,
  isHostname,
  isIpv4,
  isIpv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isTime,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from "@proto-gen/runtime/formats";

type Predicate = (value: string) => boolean;

const PREDICATES: ReadonlyMap<string, Predicate> = /* @__PURE__ */ new Map<string, Predicate>([
  ["date", isDate],
  ["date-time", isDateTime],
  ["duration", isDuration],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["iri", isIri],
  ["iri-reference", isIriReference],
  ["json-pointer", isJsonPointer],
  ["regex", isRegex],
  ["relative-json-pointer", isRelativeJsonPointer],
  ["time", isTime],
  ["uri", isUri],
  ["uri-reference", isUriReference],
  ["uri-template", isUriTemplate],
  ["uuid", isUuid],
]);

export function formatCheck(format: string): Predicate | undefined {
  return PREDICATES.get(format);
}
