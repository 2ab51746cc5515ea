/**
 * What the work itself takes: `node:http`, and of ours the parts that nobody can leave out, one after the
 * other and without a server around them: strict JSON, both validators, the digest and the store of the
 * idempotency key.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { createIdempotency, fingerprintOf } from "@proto-gen/runtime/server";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { parseJsonBytes } from "@proto-gen/runtime/json";
import { validators } from "../../generated/validators.js";
import { announce, checkout } from "./contestant.js";

const { request, response } = validators.create_checkout;
const store = createIdempotency(
  createMemoryStorage({
    maxRecords: 10_000_000,
    maxBytes: 32 * 2 ** 30,
    clientBytes: 32 * 2 ** 30,
  }),
);
const type = Object.freeze(["content-type", "application/json"]);
const stored = Object.freeze([type]);

const server = createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on("data", (chunk) => chunks.push(chunk));
  incoming.on("end", () => void answer(incoming, outgoing, chunks));
}).listen(0, "127.0.0.1");
await once(server, "listening");
announce(server.address().port);

async function answer({ method, url, headers }, outgoing, chunks) {
  const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  requireValid(request, parseJsonBytes(body, { maxDepth: 64, safeNumbers: true }));
  const fingerprint = await fingerprintOf({ method, target: url, body });
  const scope = { client: headers["proto-agent"], operation: "create_checkout" };
  const claim = await store.claim({ ...scope, key: headers["idempotency-key"], fingerprint });
  requireValid(response, checkout);
  const bytes = Buffer.from(JSON.stringify(checkout));
  await store.complete(claim, { status: 201, headers: stored, body: bytes });
  outgoing.writeHead(201, [...type, "content-length", String(bytes.length)]).end(bytes);
}

function requireValid(validator, value) {
  const issues = validator.check(value, 100);
  if (issues.length > 0) throw new Error(JSON.stringify(issues));
}
