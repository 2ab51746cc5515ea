/** The checks of `@open-rpc/schema-utils-js` on an OpenRPC document. */

import { createRequire } from "node:module";

/**
 * What is used of the package. It is not imported, because its declarations lead to sources of
 * `@open-rpc/spec-types`, which do not compile under `noUnusedLocals`.
 */
interface SchemaUtils {
  /** Throws where the document's `openrpc` is a version that it does not know. */
  validateOpenRPCDocument(document: object): true | OpenRpcError;
  parseOpenRPCDocument(
    document: object,
    options: { readonly dereference: boolean },
  ): Promise<object>;
}

export interface OpenRpcError {
  readonly name: string;
  /** ajv's errors as JSON, after two lines of text. */
  readonly message: string;
}

const utils = createRequire(import.meta.url)("@open-rpc/schema-utils-js") as SchemaUtils;

/** Exactly `true`, or what is wrong. Follows no reference, so schemas may be recursive. */
export function validateOpenRpc(document: object): true | OpenRpcError {
  return utils.validateOpenRPCDocument(document);
}

/**
 * Reads a document as its users do. Dereferencing is off: it unrolls a recursive schema until the
 * memory ends. Throws the validation error of a document that is not OpenRPC.
 */
export function parseOpenRpc(document: object): Promise<object> {
  return utils.parseOpenRPCDocument(structuredClone(document), { dereference: false });
}
