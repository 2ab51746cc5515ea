/** `npm start`: listens with Fastify. A proxy in front terminates TLS. */

import { startBusiness } from "@proto-gen/runtime/node";
import fastify from "fastify";
import { openBusiness } from "./business.js";
import { PATHS } from "./paths.js";
import { storage } from "./storage.js";

await startBusiness({
  open: openBusiness,
  storage,
  async listen({ handler, port, host }) {
    const app = fastify();
    for (const path of PATHS.flatMap((each) => [each, `${each}/*`]))
      app.all(path, {
        // Before a body is read: one that was parsed is no longer the one that the platform signed.
        onRequest: ({ raw }, reply) => handler(raw, reply.hijack().raw),
        handler: () => undefined,
      });
    app.get("/", () => "Your shop is here.");
    await app.listen({ port, host });
    return app;
  },
});
