/** The formats of JSON Schema 2020-12 validation §7.3, one predicate each. */
export { isDateTime, isDate, isTime, isDuration } from "./date-time.js";
export { isEmail } from "./email.js";
export { isHostname, isIpv4, isIpv6 } from "./host.js";
export { isJsonPointer, isRelativeJsonPointer } from "./json-pointer.js";
export { isRegex } from "./regex.js";
export { isUri, isUriReference, isIri, isIriReference, isUriTemplate } from "./uri.js";
export { isUuid } from "./uuid.js";
