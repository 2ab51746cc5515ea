/** The floor: `node:http` reads a body, parses it, and answers bytes that are there already. */
import { once } from "node:events";
import { createServer } from "node:http";
import { announce, checkout } from "./contestant.js";

const bytes = Buffer.from(JSON.stringify(checkout));
const headers = { "content-type": "application/json", "content-length": bytes.length };

const server = createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on("data", (chunk) => chunks.push(chunk));
  incoming.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    outgoing.writeHead(201, headers).end(bytes);
  });
}).listen(0, "127.0.0.1");
await once(server, "listening");
announce(server.address().port);
