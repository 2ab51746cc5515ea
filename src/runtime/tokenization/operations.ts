/** The two operations of a tokenizer (§4.6), as data. */

import type { RestOperation } from "../rest/index.js";

export type TokenizerCall = "tokenize" | "detokenize";

export function operationOf(id: TokenizerCall): RestOperation {
  return {
    id,
    verb: "create",
    capability: "",
    identifiers: [],
    marks: [],
    rest: { method: "POST", path: `/${id}`, parameters: [], body: "required", success: 200 },
  };
}
