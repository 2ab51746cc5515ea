/** `npm start`: listens with Fastify. A proxy in front terminates TLS. */

import { toNodeHandler } from "@proto-gen/runtime/node";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { business, closeOnSignal, host, listening, port } from "./opened.js";
import { PATHS } from "./paths.js";

const handler = toNodeHandler(business);
const app = fastify();
// A scope whose parsers read no bodies: one that was parsed is no longer the one that the platform signed.
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  for (const path of PATHS) {
    scope.all(path, handOver);
    scope.all(`${path}/*`, handOver);
  }
});
app.get("/", () => "Your shop is here.");

function handOver(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  handler(request.raw, reply.raw);
}

await app.listen({ port, host }).then(() => listening(), listening);
closeOnSignal(() => app.close());
