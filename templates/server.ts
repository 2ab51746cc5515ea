import {
  createServer as createServerOf,
  type Handlers as HandlersOf,
  type BusinessServer,
  type ServerOptions,
} from "@proto-gen/runtime/server";
import { definition, type Name, type Operations } from "./slots/server.js";

/**
 * Your handlers, one per operation: `createCheckout(request, context)`. A handler receives the payload and the
 * identifier of the resource. It returns the resource without its envelope, or a `BusinessOutcome`. It throws a
 * `ProtocolError` to report that nothing has happened.
 */
export type Handlers = HandlersOf<Operations, Name>;

/**
 * Creates the endpoint of the business over every transport of its profile. Its `fetch` takes a standard `Request`
 * and returns a `Response`. It validates requests before the handler runs, and answers afterwards.
 *
 * @throws TypeError if an operation has no handler
 */
export function createServer(
  handlers: Handlers,
  options: ServerOptions<keyof Operations & string>,
): BusinessServer {
  return createServerOf<Operations, Name>(definition, handlers, options);
}
