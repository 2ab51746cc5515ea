/** The formats of JSON Schema 2020-12 validation §7.3, one predicate each. */
export { isDate, isDateTime, isTime } from "./date-time.js";
export { isDuration } from "./duration.js";
export { isEmail } from "./email.js";
export { isHostname } from "./hostname.js";
export { isIpv4, isIpv6 } from "./ip.js";
export { isIri, isIriReference } from "./iri.js";
export { isJsonPointer, isRelativeJsonPointer } from "./json-pointer.js";
export { isRegex } from "./regex.js";
export { isUriTemplate } from "./uri-template.js";
export { isUri, isUriReference } from "./uri.js";
export { isUuid } from "./uuid.js";
