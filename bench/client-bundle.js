/** Bytes that reach a browser for a REST client that does not validate, minified and gzipped. */
import { gzipSync } from "node:zlib";
import { specifier, splitBundle } from "./bundles.js";
import { runProtoGen } from "./generators.js";

const CLIENT = "proto-gen client over REST, validation off";
const TARGET_KB = 11;

export function measureClientBundle(inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const out = runProtoGen(inputs, "client/proto-gen");
  const { files, sources } = splitBundle(
    `export { createClient } from "${specifier(out, "client.ts")}";`,
  );
  requireNoValidators(sources);
  const min = files.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const gzip = files.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  return {
    tables: [
      {
        title: "Size: bundle of a whole client, without what it loads to validate",
        columns: ["bundle", "min+gzip bytes", "min bytes"],
        rows: [[CLIENT, gzip, min]],
      },
    ],
    figures: [{ name: `size: ${CLIENT}, kB min+gzip`, measured: gzip / 1000, target: TARGET_KB }],
  };
}

// A number that is met by validating nothing, or missed by loading what nobody runs, says nothing.
function requireNoValidators(sources) {
  const found = sources.find((source) =>
    /runtime\/(src\/|dist\/)?schema\/|\/(capabilities|schemas)\/|\/(validators|surface)\.ts$/.test(
      source,
    ),
  );
  if (found) throw new Error(`BENCH_VALIDATORS: the client's main part has ${found}`);
}
