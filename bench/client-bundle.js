/** Bytes that reach a browser for a REST client that does not validate, minified and gzipped. */
import { gzipSync } from "node:zlib";
import { specifier, splitBundle } from "./bundles.js";
import { runProtoGen } from "./generators.js";
import { filesBelow, readJson } from "./inputs.js";

const CLIENT = "proto-gen client over REST, validation off";
const TARGET_KB = 12;

export function measureClientBundle(inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const out = runProtoGen(inputs, "client/proto-gen");
  const { files, sources } = splitBundle(clientEntry(out, readJson(inputs.profile)));
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

/** What checks is imported when it is asked for: a bundler makes it a part of its own. */
function clientEntry(out, profile) {
  const name = Object.keys(profile).find((key) => profile[key].capabilities);
  const services = filesBelow(out).filter((file) => /^services\/.*\.ts$/.test(file));
  const imports = services.map(
    (file, index) => `import { service as service${index} } from "${specifier(out, file)}";`,
  );
  return `
    import { createClient } from "@proto-gen/runtime/client";
    import { agreement } from "${specifier(out, "negotiation.ts")}";
    ${imports.join("\n")}
    const definition = {
      name: ${JSON.stringify(name)},
      agreement,
      services: [${services.map((_, index) => `service${index}`)}],
      async checks() {
        const { validators } = await import("${specifier(out, "validators.ts")}");
        const { surface } = await import("${specifier(out, "surface.ts")}");
        return { validators, surface };
      },
    };
    export const connect = (options: never) => createClient(definition, options);`;
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
