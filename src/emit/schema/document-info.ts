/** The `info` of a composed service document. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Model } from "../../model/model.js";
import type { ServiceTransport } from "../../model/services/operation.js";

/** Keeps what the author wrote; the version is that of the protocol. */
export function documentInfo(
  transport: ServiceTransport | undefined,
  service: string,
  { agreement }: Model,
): JsonObject {
  const info = transport?.document["info"];
  return { title: service, ...(isObject(info) ? info : {}), version: agreement.version };
}
