/** What REST needs before and after an operation (§4.2 to §4.4, §4.8): routes, headers, bodies, responses. */

export { type DiscoveryOptions, discoveryResponse } from "./discovery-response.js";
export { pathBelow } from "./path-segments.js";
export {
  type HeaderLimits,
  type HeaderVocabulary,
  readHeaders,
  type RequestHeaders,
} from "./read-headers.js";
export { type BodyLimits, type JsonBody, readJsonBody } from "./read-json-body.js";
export {
  encodeJson,
  errorResponse,
  jsonResponse,
  optionsResponse,
  type ResponseHeaders,
  withoutBody,
} from "./response.js";
export { createRouter, type RestOperation, type Route, type Router } from "./router.js";
export type {
  BareResponse,
  WebHeaders,
  WebReader,
  WebRequest,
  WebResponse,
  WebSignal,
  WebStream,
} from "./web.js";
