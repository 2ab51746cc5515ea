/**
 * Templates as data: what a stub imports from the runtime, its slots, its statements. Compiled from
 * templates/ when the package is built; change them there.
 */

import type { CompiledTemplate } from "./template.js";

export const clientTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/client",
      name: "AnyClientOptions",
      local: "AnyClientOptions",
      typeOnly: true,
    },
    { from: "@proto-gen/runtime/client", name: "Client", local: "ClientOf", typeOnly: true },
    {
      from: "@proto-gen/runtime/client",
      name: "createClient",
      local: "createClientOf",
      typeOnly: false,
    },
    {
      from: "@proto-gen/runtime/service",
      name: "TransportName",
      local: "TransportName",
      typeOnly: true,
    },
  ],
  slots: ["definition", "Operations"],
  statements: [
    '/** A method an operation that is called over `Via`: `createCheckout(request, options?)`. */\nexport type Client<Via extends TransportName = "rest"> = ClientOf<Operations, Via>;',
    '/**\n * A client of one business, over REST unless `options.transport` is another. Its profile is read first; what\n * differs from what this was generated for stands in `$business.drift`. With `endpoints` in place of `business`, none is read.\n *\n * A method gives the resource, or a `BusinessOutcome` that says why there is none. It throws a\n * `ProtocolError` for what the business refuses, and a `ClientError` for everything else.\n *\n * @throws ClientError where the business cannot be read, or speaks another version\n */\nexport function createClient<Via extends TransportName = "rest">(\n  options: AnyClientOptions<Via>,\n): Promise<Client<Via>> {\n  return createClientOf<Operations, Via>(definition, options);\n}',
  ],
};

export const serverTemplate: CompiledTemplate = {
  imports: [
    {
      from: "@proto-gen/runtime/server",
      name: "createServer",
      local: "createServerOf",
      typeOnly: false,
    },
    { from: "@proto-gen/runtime/server", name: "Handlers", local: "HandlersOf", typeOnly: true },
    {
      from: "@proto-gen/runtime/server",
      name: "BusinessServer",
      local: "BusinessServer",
      typeOnly: true,
    },
    {
      from: "@proto-gen/runtime/server",
      name: "ServerOptions",
      local: "ServerOptions",
      typeOnly: true,
    },
  ],
  slots: ["definition", "Name", "Operations"],
  statements: [
    "/**\n * What the business writes: one function an operation, `createCheckout(request, context)`. It takes the\n * payload with what names the resource, and gives the resource without its envelope, or a\n * `BusinessOutcome`. It throws a `ProtocolError` to say that nothing has happened.\n */\nexport type Handlers = HandlersOf<Operations, Name>;",
    "/**\n * The business's endpoint over every transport of its profile: `{ fetch }`, for whatever speaks the Fetch\n * standard. Requests are validated before their handler, answers after it.\n *\n * @throws TypeError without a handler for each operation\n */\nexport function createServer(\n  handlers: Handlers,\n  options: ServerOptions<keyof Operations & string>,\n): BusinessServer {\n  return createServerOf<Operations, Name>(definition, handlers, options);\n}",
  ],
};
