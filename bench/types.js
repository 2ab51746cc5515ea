/** What generated types cost `tsc`: instantiations and check time, strict, everything imported. */
import { dirname, join } from "node:path";
import { filesBelow, writeWork } from "./inputs.js";
import { runNode, runOpenapiTs, runProtoGen, TSC } from "./generators.js";
import { interleave, median, ratio } from "./measure.js";

const ROUNDS = 7;
const OURS = "proto-gen --only types";
const OURS_DECLARED = "proto-gen --emit js --only types,validators";
const OURS_VALIDATED = "proto-gen --only types,validators";
const TYPES = "openapi-ts (types)";
const TYPES_AND_ZOD = "openapi-ts (types + zod)";
const TARGET = 1;
const TARGET_WITH_ZOD = 0.5;
/** What `tsc --init` writes. */
const INIT_OPTIONS = {
  module: "nodenext",
  target: "esnext",
  types: [],
  declaration: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  strict: true,
  jsx: "react-jsx",
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  moduleDetection: "force",
  noEmit: true,
};
const RATED = ["Instantiations", "Check time"];
const COUNTS = [...RATED, "Types"];
const COMPILER_OPTIONS = {
  target: "ES2022",
  lib: ["ES2023", "DOM"],
  module: "ESNext",
  moduleResolution: "Bundler",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

export function measureTypes(inputs, { peersOnly }) {
  const contestants = [...(peersOnly ? [] : ours(inputs)), ...peers(inputs)];
  const runs = interleave(contestants, ROUNDS, ({ project }) => diagnose(project));
  const initial = peersOnly
    ? []
    : [true, false].map((skipLibCheck) => measureInit(inputs, skipLibCheck));
  return {
    tables: [
      ...initial.flatMap(({ tables }) => tables),
      {
        title: `tsc --extendedDiagnostics, strict, ratios to openapi-ts, ${ROUNDS} rounds`,
        columns: ["types", ...ratioColumns(TYPES), ...ratioColumns(TYPES_AND_ZOD), ...COUNTS],
        rows: contestants.map(({ name }) => [
          name,
          ...ratios(runs, name, TYPES),
          ...ratios(runs, name, TYPES_AND_ZOD),
          ...COUNTS.map((count) => median(pick(runs, count).get(name))),
        ]),
      },
    ],
    figures: peersOnly
      ? []
      : [
          ...figures(runs, OURS, TYPES),
          ...figures(runs, OURS_VALIDATED, TYPES_AND_ZOD),
          ...initial.flatMap((each) => each.figures),
        ],
  };
}

/** Declarations beside JavaScript, with the settings of a new project. */
function measureInit(inputs, skipLibCheck) {
  const options = { ...INIT_OPTIONS, skipLibCheck };
  const folder = `types/init-${skipLibCheck ? "skipped" : "checked"}`;
  const out = runProtoGen(inputs, `${folder}/proto-gen/out`, {
    only: "types,validators",
    emit: "js",
  });
  for (const peer of ["openapi-ts", "openapi-ts-zod"])
    runOpenapiTs(inputs.openapi, `${folder}/${peer}/out`);
  const contestants = [
    project(OURS_DECLARED, `${folder}/proto-gen`, typeScriptFiles(out), options),
    project(TYPES, `${folder}/openapi-ts`, ["types.gen.ts"], options),
    project(TYPES_AND_ZOD, `${folder}/openapi-ts-zod`, ["types.gen.ts", "zod.gen.ts"], options),
  ];
  const runs = interleave(contestants, ROUNDS, ({ project: at }) => diagnose(at));
  const check = pick(runs, "Check time");
  const what = `tsc --init, skipLibCheck ${skipLibCheck}`;
  return {
    tables: [
      {
        title: `${what}, ${ROUNDS} rounds`,
        columns: ["types", ...[TYPES, TYPES_AND_ZOD].map((peer) => `check / ${peer}`), ...COUNTS],
        rows: contestants.map(({ name }) => [
          name,
          ...[TYPES, TYPES_AND_ZOD].map((peer) => ratio(check, name, peer)),
          ...COUNTS.map((count) => median(pick(runs, count).get(name))),
        ]),
      },
    ],
    figures: [
      [TYPES, TARGET],
      [TYPES_AND_ZOD, TARGET_WITH_ZOD],
    ].map(([peer, target]) => ({
      name: `${what}: check time of ${OURS_DECLARED} / ${peer}`,
      measured: ratio(check, OURS_DECLARED, peer),
      target,
    })),
  };
}

function ratioColumns(baseline) {
  return ["instantiations", "check"].map(
    (count) => `${count} / ${baseline.replace("openapi-ts ", "")}`,
  );
}

function ratios(runs, name, baseline) {
  return RATED.map((count) => ratio(pick(runs, count), name, baseline));
}

function figures(runs, name, baseline) {
  return RATED.map((count) => ({
    name: `tsc ${count}: ${name} / ${baseline}`,
    measured: ratio(pick(runs, count), name, baseline),
    target: TARGET,
  }));
}

function ours(inputs) {
  return [
    [OURS, "types/proto-gen-types", "types"],
    [OURS_VALIDATED, "types/proto-gen-validated", "types,validators"],
  ].map(([name, folder, only]) => {
    const out = runProtoGen(inputs, `${folder}/out`, { only });
    return project(name, folder, typeScriptFiles(out));
  });
}

function peers({ openapi }) {
  runOpenapiTs(openapi, "types/openapi-ts/out");
  runOpenapiTs(openapi, "types/openapi-ts-zod/out");
  return [
    project(TYPES, "types/openapi-ts", ["types.gen.ts"]),
    project(TYPES_AND_ZOD, "types/openapi-ts-zod", ["types.gen.ts", "zod.gen.ts"]),
    project("an empty module", "types/empty", []),
  ];
}

function typeScriptFiles(folder) {
  return filesBelow(folder).filter((file) => file.endsWith(".ts"));
}

/** A program whose one entry imports every file of its `out` folder. */
function project(name, folder, files, compilerOptions = COMPILER_OPTIONS) {
  const lines = files.map(
    (file, index) => `import * as module${index} from "./out/${asModule(file)}";`,
  );
  const all = files.map((_, index) => `typeof module${index}`).join(" | ") || "never";
  writeWork(`${folder}/entry.ts`, `${lines.join("\n")}\nexport type All = ${all};\n`);
  const config = { compilerOptions, files: ["entry.ts"] };
  return { name, project: dirname(writeWork(`${folder}/tsconfig.json`, JSON.stringify(config))) };
}

function asModule(file) {
  return file.replace(/(\.d)?\.ts$/, ".js");
}

/** The named figures of one compiler run: counts, and seconds where the compiler prints `0.12s`. */
function diagnose(folder) {
  const output = runNode(TSC, ["-p", join(folder, "tsconfig.json"), "--extendedDiagnostics"]);
  const lines = output.matchAll(/^(\S[^:]*):\s+([\d.]+)s?K?$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

function pick(runs, figureName) {
  return new Map([...runs].map(([name, samples]) => [name, samples.map((run) => run[figureName])]));
}
