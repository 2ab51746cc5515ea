/** `npm start`: listens with node:http. A proxy in front terminates TLS. */

import { createServer } from "node:http";
import { toNodeHandler } from "@proto-gen/runtime/node";
import { business, closeOnSignal, host, listening, port } from "./opened.js";

const server = createServer(toNodeHandler(business)).on("error", listening);
server.listen(port, host, () => listening());
closeOnSignal(async () => {
  server.close();
  server.closeIdleConnections();
});
