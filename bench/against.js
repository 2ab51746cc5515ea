/**
 * This build against another one: generation, comparison, validation and size of the code. In: the folder of another
 * checkout, built (`--base=<folder>`). Out: the ratio of each to the other's, beside the ratios of this build to
 * itself, measured in the same rounds: what is below the upper quarter of these is noise.
 */
import { existsSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join, resolve } from "node:path";
import { bundle, checkoutOf, importBundle, protoGenEntry } from "./bundles.js";
import { runProtoGen, runProtoGenDiff } from "./generators.js";
import { ROOT } from "./inputs.js";
import { calibrate, interleave, median, milliseconds, ratio, ratios, repeat } from "./measure.js";
import { countAccepted, preparePayloads } from "./payloads.js";

const ROUNDS = 15;
const BATCH_MS = 40;
const THIS = "this build";
const AGAIN = "this build again";
const BASE = "the other";

export async function measureAgainst(inputs, { base }) {
  if (base === undefined) return { tables: [], figures: [] };
  const builds = [build(THIS, ROOT), build(AGAIN, ROOT), build(BASE, builtCheckout(base))];
  const rows = [
    processes("generation, everything, cold", builds, ({ root, out }) => {
      rmSync(out, { recursive: true, force: true });
      return milliseconds(() => runProtoGen(inputs, out, { root }));
    }),
    processes("generation, up to date", builds, ({ root, out }) =>
      milliseconds(() => runProtoGen(inputs, out, { root })),
    ),
    processes("diff of both releases", builds, ({ root }) =>
      milliseconds(() => runProtoGenDiff(inputs, root)),
    ),
    ...(await validations(inputs, builds)),
    ...sizes(builds),
  ];
  return { tables: [table(rows)], figures: rows.map(figure) };
}

function build(name, root) {
  // What is generated stands in its own checkout, so that it finds its own runtime.
  return { name, root, out: join(root, "bench/.work/against", name.replaceAll(" ", "-")) };
}

function builtCheckout(folder) {
  const root = resolve(folder);
  if (existsSync(join(root, "dist/cli/main.js"))) return root;
  throw new Error(`BENCH_NOT_BUILT: ${root} holds no dist/cli/main.js\n  run \`npm ci\` in it`);
}

function processes(name, builds, run) {
  builds.forEach(run); // fills the disk cache, and the folders
  return row(name, interleave(builds, ROUNDS, run), "ms");
}

async function validations(inputs, builds) {
  const { valid, invalid } = preparePayloads(inputs);
  const validators = await Promise.all(
    builds.map(async ({ name, out }, index) => ({
      name,
      Checkout: (await importBundle(`against/${index}`, checkoutOf(out))).Checkout,
    })),
  );
  const measured = (payloads, accepts) => {
    const passes = validators.map(({ name, Checkout }) => {
      const pass = () => countAccepted(({ value }) => accepts(Checkout, value), payloads);
      return { name, pass, count: calibrate(pass, BATCH_MS) };
    });
    return interleave(
      passes,
      ROUNDS,
      ({ pass, count }) => (milliseconds(() => repeat(pass, count)) / count) * 1000,
    );
  };
  const is = (Checkout, value) => Checkout.is(value);
  const check = (Checkout, value) => Checkout.check(value).length === 0;
  return [
    row("validation, accept", measured([valid], is), "µs"),
    row("validation, refuse", measured(invalid, is), "µs"),
    row("validation, all issues", measured(invalid, check), "µs"),
  ];
}

function sizes(builds) {
  const codes = builds.map(({ name, out }) => [name, bundle(protoGenEntry(out), { minify: true })]);
  const samples = (measure) => new Map(codes.map(([name, code]) => [name, [measure(code)]]));
  return [
    row(
      "size, one validator, min+gzip",
      samples((code) => gzipSync(code, { level: 9 }).length),
      "bytes",
    ),
    row(
      "size, one validator, min",
      samples((code) => Buffer.byteLength(code)),
      "bytes",
    ),
  ];
}

function row(name, samples, unit) {
  const own = ratios(samples, AGAIN, THIS).sort((left, right) => left - right);
  return {
    name,
    unit,
    measured: ratio(samples, THIS, BASE),
    own,
    // The middle half: one slow round of a noisy machine would excuse everything.
    most: own[Math.ceil((own.length * 3) / 4) - 1],
    medians: [median(samples.get(THIS)), median(samples.get(BASE))],
  };
}

function table(rows) {
  return {
    title: `This build against another, ${ROUNDS} rounds`,
    columns: ["what", "ratio", "this build to itself", "this", "the other", "unit"],
    rows: rows.map(({ name, unit, measured, own, most, medians }) => [
      name,
      measured,
      `${own[0].toFixed(2)} to ${own.at(-1).toFixed(2)}, upper quarter from ${most.toFixed(2)}`,
      ...medians,
      unit,
    ]),
  };
}

function figure({ name, measured, most }) {
  return { name: `against: ${name}`, measured, target: Number(Math.max(1, most).toFixed(3)) };
}
