/** What REST needs around an operation (§4.2 to §4.4, §4.8): routes, headers, bodies, responses. */

export {
  type Answer,
  type AnswerHeaders,
  encodeJson,
  errorAnswer,
  jsonAnswer,
  optionsAnswer,
  toResponse,
  withoutBody,
} from "./answer.js";
export { createDiscovery, type Discovery, type DiscoveryOptions } from "./discovery.js";
export { pathBelow } from "./path-segments.js";
export {
  type HeaderLimits,
  type HeaderVocabulary,
  readHeaders,
  readSentHeaders,
  type RequestHeaders,
} from "./read-headers.js";
export { type BodyLimits, type JsonBody, readJsonBody } from "./read-json-body.js";
export { createRouter, type RestOperation, type RoutedRequest, type Router } from "./router.js";
export type {
  BareResponse,
  WebHeaders,
  WebReader,
  WebRequest,
  WebResponse,
  WebSignal,
  WebStream,
} from "./web.js";
