/** Operations of REST as small as they get. */

import type { WireParameter } from "@proto-gen/runtime/codegen/v1";
import type { RestOperation } from "../../src/runtime/rest/router.js";

type Method = RestOperation["rest"]["method"];

/** `GET /carts/{id}` is its id, too. */
export function restOperation(
  method: Method,
  path: string,
  parameters: readonly WireParameter[] = [],
): RestOperation {
  return {
    id: `${method} ${path}`,
    verb: "read",
    identifiers: [],
    capability: "dev.proto.shopping.cart",
    marks: [],
    rest: { method, path, parameters, body: "none", success: 200 },
  };
}
