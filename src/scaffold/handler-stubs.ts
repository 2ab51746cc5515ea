/** In: the model. Out: the handlers that its operations need, in its order: how code calls each, what it does. */

import { methodName } from "@proto-gen/runtime/service";
import type { Model } from "../model/model.js";

/** A handler that a business has to write. */
export interface HandlerStub {
  /** `createCheckout`. */
  readonly name: string;
  /** As the service document describes the operation; undefined where it says nothing. */
  readonly description: string | undefined;
}

export function handlerStubs({ services }: Pick<Model, "services">): readonly HandlerStub[] {
  const stubs = services
    .flatMap(({ operations }) => operations)
    .map(({ id, summary, description }) => ({
      name: methodName(id),
      description: description ?? summary,
    }));
  // `create_cart` and `createCart` are one method in the generated types, too.
  return [...new Map(stubs.map((stub) => [stub.name, stub])).values()];
}
