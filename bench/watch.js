/** From saving a schema to written files, with `generate --watch`, against a cold run of the same project in the same round. */

import { spawn } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runNode } from "./generators.js";
import { ROOT, WORK, writeWork } from "./inputs.js";
import { interleaveAsync, median, ratio } from "./measure.js";

const ROUNDS = 15;
const COLD = "a cold run";
const EDIT = "an edit of a schema";
const TARGET = 0.25;
const BIN = join(ROOT, "bin/proto-gen.js");

export async function measureWatch(inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const folder = prepareProject(inputs);
  const watching = spawn(process.execPath, [BIN, "--watch"], { cwd: folder, stdio: "pipe" });
  try {
    await printed(watching.stderr, /watching/);
    const contestants = [
      { name: COLD, run: () => coldRun(folder) },
      { name: EDIT, run: (round) => edit(folder, round) },
    ];
    let round = 0;
    const samples = await interleaveAsync(contestants, ROUNDS, ({ run }) => run(round++));
    const measured = ratio(samples, EDIT, COLD);
    return {
      tables: [
        {
          title: `Watch: wall time until the files are written, ${ROUNDS} rounds`,
          columns: ["what", `/ ${COLD}`, "median ms"],
          rows: contestants.map(({ name }) => [
            name,
            ratio(samples, name, COLD),
            median(samples.get(name)),
          ]),
        },
      ],
      figures: [{ name: `watch: ${EDIT} / ${COLD}`, measured, target: TARGET }],
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

/** Adds a member to the checkout: types, validators and documents change. The manifest is written last. */
async function edit(folder, round) {
  const file = join(folder, "source/schemas/shopping/checkout.json");
  const schema = JSON.parse(readFileSync(file, "utf8"));
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
