/** From saving a schema to written files, with `generate --watch`, against a cold run of the same project in the same round. */

import { spawn } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runNode } from "./generators.js";
import { ROOT, WORK, writeWork } from "./inputs.js";
import { interleaveAsync, median, ratio } from "./measure.js";

const ROUNDS = 15;
/** V8 optimizes a function once it has run often: that many edits are not measured before the steady ones are. */
const WARMING = 40;
/** The watcher generates a few times while nothing changes after its start. */
const IDLE_MS = 10_000;
const COLD = "a cold run";
const AT_ONCE = `one of ${ROUNDS} edits of a schema at once after the start`;
const FIRST = `one of the first ${ROUNDS} edits, ${IDLE_MS / 1_000} s after the start`;
const STEADY = "a later edit";
const TARGET = 0.25;
const BIN = join(ROOT, "bin/proto-gen.js");

export async function measureWatch(inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const folder = prepareProject(inputs);
  const atOnce = await watched(folder, async () => {
    const samples = [];
    for (let round = 0; round < ROUNDS; round += 1) samples.push(await edit(folder, round));
    return samples;
  });
  const { first, steady } = await watched(folder, async () => {
    let round = ROUNDS;
    const compare = (name) =>
      interleaveAsync(
        [
          { name: COLD, run: () => coldRun(folder) },
          { name, run: () => edit(folder, round++) },
        ],
        ROUNDS,
        ({ run }) => run(),
      );
    await pause(IDLE_MS);
    const first = await compare(FIRST);
    for (let count = 0; count < WARMING; count += 1) await edit(folder, round++);
    return { first, steady: await compare(STEADY) };
  });
  first.set(AT_ONCE, atOnce);
  const measured = [
    [AT_ONCE, first],
    [FIRST, first],
    [STEADY, steady],
  ];
  return {
    tables: [
      {
        title: `Watch: wall time from a saved schema to written files, ${ROUNDS} rounds`,
        columns: ["what", `/ ${COLD}`, "median ms"],
        rows: [
          [COLD, 1, median(steady.get(COLD))],
          ...measured.map(([name, samples]) => [
            name,
            ratio(samples, name, COLD),
            median(samples.get(name)),
          ]),
        ],
      },
    ],
    figures: measured.map(([name, samples]) => ({
      name: `watch: ${name} / ${COLD}`,
      measured: ratio(samples, name, COLD),
      target: TARGET,
    })),
  };
}

/** What `act` returns while a watcher runs in the folder. */
async function watched(folder, act) {
  const watching = spawn(process.execPath, [BIN, "--watch"], { cwd: folder, stdio: "pipe" });
  try {
    await printed(watching.stderr, /watching/);
    return await act();
  } finally {
    watching.kill("SIGTERM");
  }
}

/** @returns the folder, which has a configuration */
function prepareProject({ profile, schemasOption, sourceDir }) {
  const config = {
    profile: "./profile.json",
    schemas: [`./source=${schemasOption.split("=").at(-1)}`],
    out: "./out",
  };
  writeWork("watch/proto-gen.config.json", JSON.stringify(config));
  const folder = join(WORK, "watch");
  cpSync(sourceDir, join(folder, "source"), { recursive: true });
  cpSync(profile, join(folder, "profile.json"));
  return folder;
}

function coldRun(folder) {
  const out = join(folder, "cold");
  rmSync(out, { recursive: true, force: true });
  const start = performance.now();
  runNode(BIN, ["--out", out, "--quiet"], folder);
  return performance.now() - start;
}

/** Gives the checkout another member: types, validators and documents change. The manifest is written last. */
async function edit(folder, round) {
  const file = join(folder, "source/schemas/shopping/checkout.json");
  const schema = JSON.parse(readFileSync(file, "utf8"));
  delete schema.properties[`member_${round - 1}`];
  schema.properties[`member_${round}`] = { type: "string", description: `Member ${round}.` };
  const manifest = join(folder, "out/manifest.json");
  const before = statSync(manifest).mtimeMs;
  writeFileSync(file, JSON.stringify(schema, null, 2));
  const start = performance.now();
  while (statSync(manifest).mtimeMs === before) {
    if (performance.now() - start > 60_000) throw new Error("BENCH_WATCH: nothing was written");
    await pause(1);
  }
  return performance.now() - start;
}

function printed(stream, pattern) {
  let text = "";
  return new Promise((resolve) => {
    stream.on("data", (chunk) => {
      text += chunk;
      if (pattern.test(text)) resolve();
    });
  });
}
