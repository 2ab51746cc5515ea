/** `npm start`: listens with Hono on Node. A proxy in front terminates TLS. */

import { serve, type HttpBindings } from "@hono/node-server";
import { startBusiness } from "@proto-gen/runtime/node";
import { toResponse } from "@proto-gen/runtime/server";
import { Hono } from "hono";
import { openBusiness } from "./business.js";
import { PATHS } from "./paths.js";
import { storage } from "./storage.js";

await startBusiness({
  open: openBusiness,
  storage,
  listen({ business, port, host: hostname }) {
    const app = new Hono<{ Bindings: HttpBindings }>();
    for (const path of PATHS.flatMap((each) => [each, `${each}/*`]))
      app.all(path, async ({ env: { incoming }, req }) => {
        // Signatures cover the request as it was sent, which a `Request` no longer has.
        const { url: target, rawHeaders, socket } = incoming;
        const { remoteAddress } = socket;
        return toResponse(await business.answer(req.raw, { target, rawHeaders, remoteAddress }));
      });
    app.get("/", (context) => context.text("Your shop is here."));
    return serve({ fetch: app.fetch, port, hostname });
  },
});
