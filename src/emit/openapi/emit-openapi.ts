/** Emit OpenAPI: the composed document, and its declarations for openapi-fetch. */

import type { Model } from "../../model/model.js";
import type { Emission, Emitter, Started } from "../emitter.js";
import { startOpenapiTypes, type OpenapiTypes } from "./types/openapi-types.js";
import { jsonText } from "../../text/json-text.js";
import { openapiDocument } from "./openapi-document.js";

export const openapi: Emitter = {
  name: "openapi",
  needs: [],
  start: startOpenapi,
};

/** openapi-typescript takes longer to load than all that goes before it takes to run. */
function startOpenapi(): Started {
  const declarations = startOpenapiTypes();
  return {
    emit: (model) => emitOpenapi(model, declarations),
    close: () => declarations.close(),
  };
}

async function emitOpenapi(model: Model, declarations: OpenapiTypes): Promise<Emission[]> {
  const document = openapiDocument(model);
  if (document === undefined) return [];
  return [
    { path: "openapi.json", content: jsonText(document) },
    { path: "openapi.d.ts", content: await declarations.declarationsOf(document) },
  ];
}
