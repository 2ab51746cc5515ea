/**
 * How time and memory grow with the number of capabilities: extensions of one root, extensions in a chain, and roots.
 * Each size is a process of its own, which says the CPU time of each stage and its peak memory; an exponent is the slope
 * between two sizes in logarithms, 1 where time is proportional.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, WORK } from "./inputs.js";
import { capability, nameOf, ROOT_CAPABILITY, writeRelease } from "./made-releases.js";
import { median } from "./measure.js";

const SIZES = [25, 100, 400];
const ROUNDS = 3;
const STAGES = ["load", "negotiate", "compose", "parts", "model", "emit", "write"];
/** Stages below it, in milliseconds, are start-up and noise: no exponent is computed from them. */
const LEAST_TIME = 20;
const MAX_EXPONENT = 1.1;
const MAX_MEMORY = 512;
/** With it, each extension says of its member when it is seen. */
const ANNOTATES = true;

const SHAPES = {
  "flat extensions": { count: (size) => extensions(size, false), judged: STAGES },
  "chained extensions": { count: (size) => extensions(size, true), judged: STAGES },
  roots: { count: roots, judged: STAGES },
};

export function measureGrowth(_inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const results = Object.entries(SHAPES).map(([shape, { count, judged }]) => {
    const runs = SIZES.map((size) => measureSize(shape, size, count(size)));
    return { shape, judged, runs };
  });
  rmSync(join(WORK, "growth"), { recursive: true, force: true });
  return {
    tables: results.map(({ shape, runs }) => table(shape, runs)),
    figures: results.flatMap(({ shape, judged, runs }) => figures(shape, judged, runs)),
  };
}

function table(shape, runs) {
  const [small, middle, large] = runs;
  return {
    title: `Growth: CPU ms by stage with ${shape}, median of ${ROUNDS} runs`,
    columns: ["stage", ...SIZES.map(String), ...exponentColumns()],
    rows: [
      ...STAGES.map((stage) => [
        stage,
        ...runs.map(({ stages }) => stages[stage]),
        exponent(small, middle, stage),
        exponent(middle, large, stage),
      ]),
      ["peak memory, MiB", ...runs.map(({ memory }) => memory), null, null],
      ["exit code", ...runs.map(({ code }) => code), null, null],
    ],
  };
}

function exponentColumns() {
  return SIZES.slice(1).map((size, index) => `exponent ${SIZES[index]} to ${size}`);
}

function figures(shape, judged, runs) {
  const [, middle, large] = runs;
  return [
    ...judged.flatMap((stage) => {
      const measured = exponent(middle, large, stage);
      // A stage that takes no time grows in no way; one that was not reached is not measured.
      if (measured === null && large.stages[stage] !== undefined) return [];
      return [{ name: `growth: ${stage}, ${shape}`, measured, target: MAX_EXPONENT }];
    }),
    {
      name: `growth: MiB with ${SIZES.at(-1)} ${shape}`,
      measured: large.memory,
      target: MAX_MEMORY,
    },
  ];
}

function exponent(small, large, stage) {
  const [before, after] = [small.stages[stage], large.stages[stage]];
  if (before === undefined || after === undefined || before < LEAST_TIME) return null;
  return Math.log(after / before) / Math.log(large.size / small.size);
}

function measureSize(shape, size, release) {
  const directory = join(WORK, "growth", `${shape.replaceAll(" ", "-")}-${size}`);
  const written = writeRelease(directory, release);
  // Each into a directory of its own: where files were removed just before, ext4 takes long to create others.
  const runs = Array.from({ length: ROUNDS }, (_, round) =>
    runOnce(written, join(directory, `out-${round}`)),
  );
  const stages = Object.fromEntries(
    STAGES.flatMap((stage) => {
      const times = runs.flatMap((run) => run.stages[stage] ?? []);
      return times.length === 0 ? [] : [[stage, median(times)]];
    }),
  );
  return { size, stages, memory: median(runs.map(({ memory }) => memory)), code: runs[0].code };
}

// The stages are told as they begin: what the process has used by then is what those before took.
const PROBE = `
  import { generate } from "${join(ROOT, "dist/index.js")}";
  import { writeTree, parseRoot } from "${join(ROOT, "dist/index.js")}";
  const [profile, schemas, out] = process.argv.slice(1);
  const stages = {};
  let [running, since] = [undefined, 0];
  const stage = (name) => {
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1000;
    if (running !== undefined) stages[running] = now - since;
    [running, since] = [name, now];
  };
  let code = 0;
  try {
    const { files, record } = await generate({ profile, schemas: [parseRoot(schemas)], onStage: stage });
    stage("write");
    writeTree(out, files, record);
    stage(undefined);
  } catch (error) {
    if (error.diagnostics === undefined) throw error;
    code = error.diagnostics[0].code;
  }
  console.log(JSON.stringify({ stages, memory: process.resourceUsage().maxRSS / 1024, code }));
  process.exit(0);
`;

/** As the command line runs (ADR 22): otherwise the time that code takes to be optimized counts for the stage it falls in. */
const OPTIMIZES_LATER = process.versions.node.startsWith("20.")
  ? ["--interrupt-budget=1000000"]
  : [];

function runOnce({ profile, schemas }, out) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...["--max-old-space-size=512", ...OPTIMIZES_LATER, "--input-type=module", "-e", PROBE],
      ...[profile, schemas, out],
    ],
    { encoding: "utf8", cwd: ROOT },
  );
  if (status === 0) return JSON.parse(stdout);
  if (/heap out of memory/.test(stderr)) return { stages: {}, memory: Infinity, code: "no memory" };
  throw new Error(`BENCH_FAILED: growth, ${profile}\n${stderr}`);
}

function extensions(count, isChained) {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const parent = (index) => (isChained && index > 0 ? `extension${index - 1}` : undefined);
  const capabilities = indexes.map((index) =>
    capability(`extension${index}`, {
      extends: parent(index) === undefined ? ROOT_CAPABILITY : nameOf(parent(index)),
    }),
  );
  const schemas = indexes.map((index) => {
    const own = {
      type: "object",
      properties: {
        [`member${index}`]: {
          type: "string",
          ...(ANNOTATES ? { proto_request: { create: "optional", update: "omit" } } : {}),
        },
      },
    };
    const above = parent(index);
    const $ref = above === undefined ? "checkout.json" : `${above}.json#/$defs/${ROOT_CAPABILITY}`;
    return [`extension${index}`, { $defs: { [ROOT_CAPABILITY]: { allOf: [{ $ref }, own] } } }];
  });
  return {
    capabilities: Object.assign({}, capability("checkout"), ...capabilities),
    schemas: { checkout: checkout(), ...Object.fromEntries(schemas) },
  };
}

function roots(count) {
  const names = Array.from({ length: count }, (_, index) => `root${index}`);
  return {
    capabilities: Object.assign({}, ...names.map((name) => capability(name))),
    schemas: Object.fromEntries(names.map((name) => [name, checkout(name)])),
  };
}

function checkout(member = "total") {
  return {
    type: "object",
    required: ["id"],
    properties: { id: { type: "string" }, [member]: { type: "integer" } },
  };
}
