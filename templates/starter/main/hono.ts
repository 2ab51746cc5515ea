/** `npm start`: listens with Hono on Node. A proxy in front terminates TLS. */

import { serve, type HttpBindings } from "@hono/node-server";
import { toResponse } from "@proto-gen/runtime/server";
import { Hono, type Context } from "hono";
import { business, closeOnSignal, host, listening, port } from "./opened.js";
import { PATHS } from "./paths.js";

const app = new Hono<{ Bindings: HttpBindings }>();
for (const path of PATHS) {
  app.all(path, answer);
  app.all(`${path}/*`, answer);
}
app.get("/", (context) => context.text("Your shop is here."));

/** Signatures cover the request as it was sent, which a `Request` no longer has. */
async function answer({ env: { incoming }, req }: Context<{ Bindings: HttpBindings }>) {
  const { url: target, rawHeaders, socket } = incoming;
  const { remoteAddress } = socket;
  return toResponse(await business.answer(req.raw, { target, rawHeaders, remoteAddress }));
}

const server = serve({ fetch: app.fetch, port, hostname: host }, () => listening());
server.on("error", listening);
closeOnSignal(async () => void server.close());
