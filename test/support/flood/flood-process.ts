/**
 * Anonymous callers as a process of their own: over several connections, each creates one checkout after the
 * other, with a large body and an idempotency key of its own. It is told where, and sends what it was answered.
 */

import { Agent, request } from "node:http";
import { constants, setPriority } from "node:os";
import process from "node:process";
import type { FloodTarget } from "./processes.js";

const counts = new Map<number, number>();
const REPORT_EVERY = 100;
let answered = 0;
let isOver = false;

// In earnest they are other machines: what they do takes no processor from the shop and its platform.
setPriority(constants.priority.PRIORITY_LOW);

process.once("message", (target) => {
  void flood(target as FloodTarget);
  process.on("message", () => {
    isOver = true;
  });
});
process.once("disconnect", () => process.exit());
process.send?.({ ready: true });

async function flood(target: FloodTarget): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: target.connections });
  await Promise.all(Array.from({ length: target.connections }, () => caller(target, agent)));
  process.send?.({ counts: Object.fromEntries(counts) });
}

async function caller(target: FloodTarget, agent: Agent): Promise<void> {
  while (!isOver) {
    const status = await create(target, agent);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    answered += 1;
    if (answered % REPORT_EVERY === 1) process.send?.({ answered });
  }
}

/** The status; 0 where the connection broke. */
function create({ url, platform, body }: FloodTarget, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(`${url}/proto/v1/checkout-sessions`, {
      agent,
      method: "POST",
      headers: {
        "Proto-Agent": `profile="${platform}"`,
        "Request-Id": "flood",
        "Idempotency-Key": crypto.randomUUID(),
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    sent.on("response", (response) => {
      response.resume();
      response.on("close", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    sent.end(body);
  });
}
