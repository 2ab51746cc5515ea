/** The head of a composed service document. In: the document that it is composed from. Out: `info`. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Model } from "../../model/model.js";
import type { ServiceTransport } from "../../model/services/operation.js";

/** What the document says of itself, and the version of the protocol that it is composed for. */
export function documentInfo(
  transport: ServiceTransport | undefined,
  service: string,
  { agreement }: Model,
): JsonObject {
  const info = transport?.document["info"];
  return { title: service, ...(isObject(info) ? info : {}), version: agreement.version };
}
