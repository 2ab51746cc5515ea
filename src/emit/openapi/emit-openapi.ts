/** Emit OpenAPI: the composed document, and its declarations for openapi-fetch. */

import type { Model } from "../../model/model.js";
import type { Emission, Emitter } from "../emitter.js";
import { jsonText } from "../source/json-text.js";
import { openapiDocument } from "./openapi-document.js";

export const openapi: Emitter = { name: "openapi", needs: [], emit: emitOpenapi };

function emitOpenapi(model: Model): Emission[] {
  const document = openapiDocument(model);
  return document === undefined ? [] : [{ path: "openapi.json", content: jsonText(document) }];
}
