/** Onto Node by @hono/node-server, for comparison with our own (ADR 27). */
import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { announce } from "./contestant.js";
import { server } from "./proto-gen.js";

const listener = createServer(getRequestListener((request) => server.fetch(request)));
await once(listener.listen(0, "127.0.0.1"), "listening");
announce(listener.address().port);
