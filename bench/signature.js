/**
 * Verifying a signed create checkout in this process: parsing, coverage, digest, signature base, ECDSA;
 * the key is imported. The floor is what no verifier can do without, by the Web Cryptography API.
 */
import { join } from "node:path";
import { readJson, ROOT } from "./inputs.js";
import { interleaveAsync, median, ratio, spread } from "./measure.js";

const ROUNDS = 21;
const CALLS = 480;
const BARE = "bare ECDSA verify and SHA-256";
const OURS = "proto-gen verifyRequest";
const TARGET = 0.8;
const AT_ONCE = [1, 16];

export async function measureSignature(_inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const tables = [];
  const figures = [];
  for (const curve of ["P-256", "P-384"]) {
    const contestants = await prepare(curve);
    for (const atOnce of AT_ONCE) {
      const rates = await interleaveAsync(contestants, ROUNDS, ({ call }) => rateOf(call, atOnce));
      tables.push(table(`${curve}, ${atOnce} at once`, contestants, rates));
      // ES384 is optional (§5.4): for scale.
      if (curve === "P-256") figures.push(figure(atOnce, rates));
    }
  }
  return { tables, figures };
}

async function prepare(curve) {
  const ours = await import("@proto-gen/runtime/signature");
  const { publicKey, privateKey } = await ours.generateSigningKey({ curve });
  const signer = await ours.createSigner(privateKey);
  const { request, base, signature } = await signedCheckout(ours, signer);
  const keys = ours.keysOf({ signing_keys: [publicKey] });
  const { subtle } = globalThis.crypto;
  const algorithm = { name: "ECDSA", namedCurve: curve };
  const key = await subtle.importKey("jwk", publicKey, algorithm, false, ["verify"]);
  const ecdsa = { name: "ECDSA", hash: curve === "P-256" ? "SHA-256" : "SHA-384" };
  return [
    {
      name: BARE,
      call: async () => {
        await subtle.digest("SHA-256", request.body);
        if (!(await subtle.verify(ecdsa, key, signature, base))) throw new Error(REFUSED);
      },
    },
    { name: OURS, call: () => ours.verifyRequest(request, keys, AGENT) },
  ];
}

const REFUSED = "BENCH_SIGNATURE_REFUSED: a signature does not verify";
const AGENT = { agentHeader: "Proto-Agent" };

async function signedCheckout({ signRequest }, signer) {
  const { CheckoutCreateRequest } = readJson(join(ROOT, "generated/openapi.json")).components
    .examples;
  const request = {
    method: "POST",
    target: "/proto/v1/checkout-sessions",
    scheme: "https",
    headers: [
      ...["Host", "shop.example", "Content-Type", "application/json"],
      ...["Proto-Agent", 'profile="https://agent.example/.well-known/proto"'],
      ...["Idempotency-Key", "4be2c0a7-6d0c-4a4e-9e0f-2f6f0c5d1a11", "Request-Id", "r-1"],
    ],
    body: new TextEncoder().encode(JSON.stringify(CheckoutCreateRequest.value)),
  };
  let base;
  let signature;
  const sign = async (bytes) => {
    base = bytes.slice();
    return (signature = await signer.sign(bytes));
  };
  const fields = await signRequest(request, { ...signer, sign }, AGENT);
  return {
    request: { ...request, headers: [...request.headers, ...fields.flat()] },
    base,
    signature,
  };
}

/** Calls a second, `atOnce` of them in flight. */
async function rateOf(call, atOnce) {
  const start = performance.now();
  const lane = async () => {
    for (let at = 0; at < CALLS / atOnce; at += 1) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (CALLS * 1000) / (performance.now() - start);
}

function table(what, contestants, rates) {
  return {
    title: `Signature: verification of a create checkout, ${what}, ${ROUNDS} rounds`,
    columns: ["verifier", "ratio to bare", "spread", "calls/s"],
    rows: contestants.map(({ name }) => [
      name,
      ratio(rates, name, BARE),
      spread(rates, name, BARE),
      median(rates.get(name)),
    ]),
  };
}

function figure(atOnce, rates) {
  return {
    name: `signature: ${OURS} / ${BARE}, ${atOnce} at once`,
    measured: ratio(rates, OURS, BARE),
    target: TARGET,
    atLeast: true,
  };
}
