/** The handlers that the operations of a model need, each with the name that the generated types give it. */

import { methodName } from "@proto-gen/runtime/codegen/generator";
import type { Model } from "../model/model.js";

/** A handler that a business has to write. */
export interface HandlerStub {
  /** `createCheckout`. */
  readonly name: string;
  /** The operation's description in the service document. */
  readonly description: string | undefined;
}

export function collectHandlerStubs({ services }: Pick<Model, "services">): readonly HandlerStub[] {
  const stubs = services
    .flatMap(({ operations }) => operations)
    .map(({ id, summary, description }) => ({
      name: methodName(id),
      description: description ?? summary,
    }));
  // By name: `create_cart` and `createCart` are one method in the generated types, too.
  return [...new Map(stubs.map((stub) => [stub.name, stub])).values()];
}
