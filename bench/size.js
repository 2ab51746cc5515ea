/** Bytes that reach a browser: one validator, its support code included, minified and gzipped. */
import { gzipSync } from "node:zlib";
import { ajvStandaloneEntry, bundle, protoGenEntry, zodEntry } from "./bundles.js";
import { runOpenapiTs, runProtoGen } from "./generators.js";

const BASELINE = "ajv standalone";
const OURS = "proto-gen Checkout.check";
const TARGET = 0.36;

export function measureSize(inputs, { peersOnly }) {
  const sizes = [...(peersOnly ? [] : [ours(inputs)]), ...peers(inputs)];
  const baseline = sizes.find(({ name }) => name === BASELINE).gzip;
  const measured = sizes.find(({ name }) => name === OURS);
  return {
    tables: [
      {
        title: `Size: bundle of one checkout validator, ratio to ${BASELINE}`,
        columns: ["bundle", "ratio", "min+gzip bytes", "min bytes"],
        rows: sizes.map(({ name, gzip, min }) => [name, gzip / baseline, gzip, min]),
      },
    ],
    figures: measured
      ? [
          {
            name: `size: ${OURS} / ${BASELINE}`,
            measured: measured.gzip / baseline,
            target: TARGET,
          },
        ]
      : [],
  };
}

function ours(inputs) {
  const out = runProtoGen(inputs, "size/proto-gen", { only: "types,validators" });
  return sizeOf(OURS, protoGenEntry(out));
}

function peers({ flattened, flattenedOpenapi }) {
  const out = runOpenapiTs(flattenedOpenapi, "size/openapi-ts");
  const all = { allErrors: true };
  return [
    sizeOf(BASELINE, ajvStandaloneEntry(flattened, "size/ajv")),
    sizeOf("ajv standalone, allErrors", ajvStandaloneEntry(flattened, "size/ajv-all", all)),
    sizeOf("zod (by openapi-ts)", zodEntry(out)),
  ];
}

function sizeOf(name, source) {
  const code = bundle(source, { minify: true });
  return { name, min: Buffer.byteLength(code), gzip: gzipSync(code, { level: 9 }).length };
}
