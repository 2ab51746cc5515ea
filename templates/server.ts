import {
  createServer as createServerOf,
  type Handlers as HandlersOf,
  type BusinessServer,
  type ServerOptions,
} from "@proto-gen/runtime/server";
import { definition, type Name, type Operations } from "./slots/server.js";

/**
 * What the business writes: one function an operation, `createCheckout(request, context)`. It takes the
 * payload with what names the resource, and gives the resource without its envelope, or a
 * `BusinessOutcome`. It throws a `ProtocolError` to say that nothing has happened.
 */
export type Handlers = HandlersOf<Operations, Name>;

/**
 * The business's endpoint over every transport of its profile: `{ fetch }`, for whatever speaks the Fetch
 * standard. Requests are validated before their handler, answers after it.
 *
 * @throws TypeError without a handler for each operation
 */
export function createServer(
  handlers: Handlers,
  options: ServerOptions<keyof Operations & string>,
): BusinessServer {
  return createServerOf<Operations, Name>(definition, handlers, options);
}
