/** Emit OpenAPI: the composed document, and its declarations for openapi-fetch. */

import type { Model } from "../../model/model.js";
import { jsonText, type Emission, type Started } from "../v1.js";
import type { BuiltInEmitter } from "../emitter.js";
import { startOpenapiTypes, type OpenapiTypes } from "./types/openapi-types.js";
import { openapiDocument } from "./openapi-document.js";

export const openapi: BuiltInEmitter = {
  name: "openapi",
  needs: [],
  start: startOpenapi,
};

/**
 * openapi-typescript takes longer to load than all that goes before it takes to run. Without a service over REST there is
 * no document, and it is not loaded.
 */
function startOpenapi(): Started {
  let declarations: OpenapiTypes | undefined;
  const start = (): OpenapiTypes => (declarations ??= startOpenapiTypes());
  return {
    prepare(transports) {
      if (transports.has("rest")) start();
    },
    emit: (model) => emitOpenapi(model, start),
    close: () => declarations?.close(),
  };
}

async function emitOpenapi(model: Model, start: () => OpenapiTypes): Promise<Emission[]> {
  const document = openapiDocument(model);
  if (document === undefined) return [];
  return [
    { path: "openapi.json", content: jsonText(document) },
    { path: "openapi.d.ts", content: await start().declarationsOf(document) },
  ];
}
