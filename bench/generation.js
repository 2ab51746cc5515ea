/** Wall time of whole generator processes. Cold runs start without an output folder. */
import { removeWork, runOpenapiTs, runOpenapiTypescript, runProtoGen } from "./generators.js";
import { interleave, median, milliseconds, ratio } from "./measure.js";

const ROUNDS = 9;
const BASELINE = "openapi-ts (types + zod)";
const WHOLE = "proto-gen, everything";
const TYPES_AND_VALIDATORS = "proto-gen --only types,validators";
const NO_OP = "proto-gen, already up to date";

export function measureGeneration(inputs, { peersOnly }) {
  const contestants = [...(peersOnly ? [] : ours(inputs)), ...peers(inputs)];
  contestants.forEach(runOnce); // fills the disk cache, and the folder of the no-op run
  const samples = interleave(contestants, ROUNDS, runOnce);
  return {
    tables: [
      {
        title: `Generation: wall time of the process, ratio to ${BASELINE}, ${ROUNDS} rounds`,
        columns: ["generator", "ratio", "median ms"],
        rows: contestants.map(({ name }) => [
          name,
          ratio(samples, name, BASELINE),
          median(samples.get(name)),
        ]),
      },
    ],
    figures: [
      figure(samples, WHOLE, 1.0),
      figure(samples, TYPES_AND_VALIDATORS, 0.45),
      figure(samples, NO_OP, 0.12),
    ],
  };
}

function ours(inputs) {
  return [
    cold(WHOLE, "generation/whole", (out) => runProtoGen(inputs, out)),
    cold(TYPES_AND_VALIDATORS, "generation/types", (out) =>
      runProtoGen(inputs, out, { only: "types,validators" }),
    ),
    { name: NO_OP, prepare() {}, run: () => runProtoGen(inputs, "generation/no-op") },
  ];
}

function peers({ openapi }) {
  return [
    cold(BASELINE, "generation/openapi-ts", (out) => runOpenapiTs(openapi, out)),
    cold("openapi-typescript (types)", "generation/openapi-typescript", (out) =>
      runOpenapiTypescript(openapi, out),
    ),
  ];
}

function cold(name, folder, run) {
  return { name, prepare: () => removeWork(folder), run: () => run(folder) };
}

function runOnce({ prepare, run }) {
  prepare();
  return milliseconds(run);
}

function figure(samples, name, target) {
  return {
    name: `generation: ${name} / openapi-ts`,
    measured: ratio(samples, name, BASELINE),
    target,
  };
}
