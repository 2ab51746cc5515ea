/** Onto Node by the runtime. */
import { serveNode } from "@proto-gen/runtime/node";
import { announce } from "./contestant.js";
import { server } from "./proto-gen.js";

const { port } = await serveNode(server, { port: 0, development: true });
announce(port);
