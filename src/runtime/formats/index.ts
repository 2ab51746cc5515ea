/** The formats of JSON Schema 2020-12 validation §7.3, one predicate each. */
export { isDate } from "./date.js";
export { isDateTime } from "./date-time.js";
export { isDuration } from "./duration.js";
export { isEmail } from "./email.js";
export { isHostname } from "./hostname.js";
export { isIpv4, isIpv6 } from "./ip.js";
export { isIri, isIriReference } from "./iri.js";
export { isJsonPointer, isRelativeJsonPointer } from "./json-pointer.js";
export { isRegex } from "./regex.js";
export { isTime } from "./time.js";
export { isUri } from "./uri.js";
export { isUriReference } from "./uri-reference.js";
export { isUriTemplate } from "./uri-template.js";
export { isUuid } from "./uuid.js";
