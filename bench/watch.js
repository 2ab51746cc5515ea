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
const COLD = "a cold run";
const FIRST = `one of the first ${ROUNDS} edits of a schema`;
const STEADY = "a later edit";
const TARGET = 0.25;
const BIN = join(ROOT, "bin/proto-gen.js");

export async function measureWatch(inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const folder = prepareProject(inputs);
  const watching = spawn(process.execPath, [BIN, "--watch"], { cwd: folder, stdio: "pipe" });
  try {
    await printed(watching.stderr, /watching/);
    let round = 0;
    const compare = async (name) => {
      const contestants = [
        { name: COLD, run: () => coldRun(folder) },
        { name, run: () => edit(folder, round++) },
      ];
      const samples = await interleaveAsync(contestants, ROUNDS, ({ run }) => run());
      return { name, measured: ratio(samples, name, COLD), samples };
    };
    const first = await compare(FIRST);
    for (let count = 0; count < WARMING; count += 1) await edit(folder, round++);
    const steady = await compare(STEADY);
    return {
      tables: [
        {
          title: `Watch: wall time from a saved schema to written files, ${ROUNDS} rounds`,
          columns: ["what", `/ ${COLD}`, "median ms"],
          rows: [
            [COLD, 1, median(steady.samples.get(COLD))],
            ...[first, steady].map(({ name, measured, samples }) => [
              name,
              measured,
              median(samples.get(name)),
            ]),
          ],
        },
      ],
      figures: [
        { name: `watch: ${FIRST} / ${COLD}`, measured: first.measured, target: TARGET },
        { name: `watch: ${STEADY} / ${COLD}`, measured: steady.measured, target: TARGET },
      ],
    };
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
