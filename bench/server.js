/**
 * Create checkout, over plain http on this machine: requests per second. Each server and the load are
 * processes of their own, and each round starts them anew, since ours keeps what it has answered.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundle } from "./bundles.js";
import { BENCH, readJson, ROOT, writeWork } from "./inputs.js";
import { interleaveAsync, median, ratio, spread } from "./measure.js";

const ROUNDS = 7;
const WARM_UP_SECONDS = 2;
const MEASURED_SECONDS = 4;
const CONNECTIONS = 50;
const SERVERS = join(BENCH, "servers");
const OPENAPI = join(ROOT, "generated/openapi.json");

const BARE = "node:http, JSON.parse";
const FASTIFY = "fastify and ajv";
const OURS = "proto-gen";
const TARGETS = { [BARE]: 0.6, [FASTIFY]: 1 };

export async function measureServer(_inputs, { peersOnly }) {
  const contestants = [
    { name: BARE, script: join(SERVERS, "bare.js") },
    { name: FASTIFY, script: join(SERVERS, "fastify.js") },
    ...(peersOnly ? [] : ours()),
  ];
  const runs = await interleaveAsync(contestants, ROUNDS, measure);
  const rates = column(runs, "perSecond");
  const times = column(runs, "microseconds");
  return {
    tables: [table(contestants, rates, times)],
    figures: peersOnly
      ? []
      : Object.entries(TARGETS).map(([peer, target]) => ({
          name: `server: ${OURS} / ${peer}`,
          measured: ratio(rates, OURS, peer),
          target,
          atLeast: true,
        })),
  };
}

function ours() {
  return [
    { name: OURS, script: bundled("serve-node") },
    { name: "node:http and the same work", script: bundled("same-work") },
    { name: "proto-gen by @hono/node-server", script: bundled("hono") },
  ];
}

function bundled(name) {
  const source = `import ${JSON.stringify(join(SERVERS, `${name}.js`))};`;
  return writeWork(`server/${name}.mjs`, bundle(source, { platform: "node", target: "node20" }));
}

/** One round of one server: a rate, and the processor time of the server for a request. */
async function measure({ name, script }) {
  const server = fork(script, [OPENAPI]);
  try {
    const { port } = await answerOf(server);
    await load(port, WARM_UP_SECONDS);
    const before = await processorTime(server);
    const { perSecond, failed } = await load(port, MEASURED_SECONDS);
    const after = await processorTime(server);
    if (failed > 0)
      throw new Error(`BENCH_SERVER_FAILED: ${name} did not answer ${failed} requests`);
    return { perSecond, microseconds: (after - before) / (perSecond * MEASURED_SECONDS) };
  } finally {
    server.kill();
  }
}

function load(port, duration) {
  const { CheckoutCreateRequest } = readJson(OPENAPI).components.examples;
  const child = fork(join(SERVERS, "load.js"));
  child.send({
    url: `http://127.0.0.1:${port}/proto/v1/checkout-sessions`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "proto-agent": 'profile="https://agent.example/.well-known/proto"',
      "request-id": "request_1",
      "idempotency-key": "[<id>]",
    },
    // A key for each request; the placeholder is autocannon's.
    idReplacement: true,
    body: JSON.stringify(CheckoutCreateRequest.value),
    connections: CONNECTIONS,
    duration,
  });
  return answerOf(child);
}

async function processorTime(server) {
  server.send("processor time");
  const { user, system } = (await answerOf(server)).cpu;
  return user + system;
}

/** The next message of a process; its end is an error. */
async function answerOf(child) {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`BENCH_SERVER_FAILED: ${child.spawnargs[1]} ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => undefined);
    controller.abort();
  }
}

function column(runs, member) {
  return new Map([...runs].map(([name, samples]) => [name, samples.map((each) => each[member])]));
}

function table(contestants, rates, times) {
  return {
    title: `Server: create checkout, ${CONNECTIONS} connections, ${ROUNDS} rounds`,
    columns: [
      "server",
      "ratio to node:http",
      "spread",
      "ratio to fastify",
      "spread",
      "requests/s",
      "CPU µs",
    ],
    rows: contestants.map(({ name }) => [
      name,
      ratio(rates, name, BARE),
      spread(rates, name, BARE),
      ratio(rates, name, FASTIFY),
      spread(rates, name, FASTIFY),
      median(rates.get(name)),
      median(times.get(name)),
    ]),
  };
}
