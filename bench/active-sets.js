/**
 * What an active set costs that the server has not met before: its validator is made and used once, against the same
 * for a set that is known. A root of 100 extensions, of which each has an annotated member and all annotate
 * three members of the base, so that all parts are open; each new set is another half of them.
 */
import { join } from "node:path";
import { importBundle, specifier } from "./bundles.js";
import { ROOT, WORK } from "./inputs.js";
import { capability, nameOf, ROOT_CAPABILITY, writeRelease } from "./made-releases.js";
import { interleave, median, milliseconds, ratio, spread } from "./measure.js";

const COUNT = 100;
const ROUNDS = 21;
/** Validations a sample: a new set each, or one set for all. */
const BATCH = 200;
const MAX_RATIO = 10;
const VISIBILITIES = ["omit", "required", "optional"];
const SHARED = ["buyer", "gift", "note"];

export async function measureActiveSets(_inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const { surface, subset } = await importBundle("active-sets", await entry());
  const view = surface[ROOT_CAPABILITY]["request.create"];
  const value = { buyer: "x", gift: "x", note: "x" };
  const known = subset(view, setOf(0));
  let next = 1;
  const contestants = [
    { name: "known", validate: () => known.is(value) },
    { name: "new", validate: (active) => subset(view, active).is(value) },
  ];
  // The sets are made before: negotiation has made them, and is measured by itself.
  const run = ({ validate }) => {
    const sets = Array.from({ length: BATCH }, () => setOf(next++));
    const took = milliseconds(() => {
      for (const active of sets) validate(active);
    });
    return (took * 1000) / BATCH;
  };
  contestants.forEach(run);
  const samples = interleave(contestants, ROUNDS, run);
  const measured = ratio(samples, "new", "known");
  return {
    tables: [
      {
        title: `Active sets: validating one payload, ${COUNT} annotating extensions, half of them active`,
        columns: ["active set", "median µs", "of a known one", "spread"],
        rows: contestants.map(({ name }) => [
          name,
          median(samples.get(name)),
          ratio(samples, name, "known"),
          spread(samples, name, "known"),
        ]),
      },
    ],
    figures: [{ name: "active sets: new against known", measured, target: MAX_RATIO }],
  };
}

/** Another half of the extensions for every number. */
function setOf(number) {
  let state = number + 1;
  const names = [ROOT_CAPABILITY];
  for (let index = 0; index < COUNT; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    if (state >>> 31) names.push(nameOf(`extension${index}`));
  }
  return new Set(names);
}

async function entry() {
  const { generate, parseRoot, writeTree } = await import(join(ROOT, "dist/index.js"));
  const directory = join(WORK, "active-sets");
  const text = { type: "string" };
  const id = { ...text, proto_request: { create: "omit", update: "required" } };
  const members = Object.fromEntries(SHARED.map((name) => [name, text]));
  const schemas = { checkout: { type: "object", properties: { id, ...members } } };
  const capabilities = { ...capability("checkout") };
  for (let index = 0; index < COUNT; index++) {
    const visibility = VISIBILITIES[index % 3];
    const own = {
      [`member${index}`]: { ...text, proto_request: { create: "optional", update: visibility } },
      [SHARED[(index >> 2) % 3]]: { proto_request: { create: visibility } },
    };
    const allOf = [{ $ref: "checkout.json" }, { properties: own }];
    schemas[`extension${index}`] = { $defs: { [ROOT_CAPABILITY]: { allOf } } };
    Object.assign(capabilities, capability(`extension${index}`, { extends: ROOT_CAPABILITY }));
  }
  const written = writeRelease(directory, { capabilities, schemas });
  const out = join(directory, "out");
  const { files, record } = await generate({
    profile: written.profile,
    schemas: [parseRoot(written.schemas)],
  });
  writeTree(out, files, record);
  return [
    `export { surface } from "${specifier(out, "surface.ts")}";`,
    'export { subset } from "@proto-gen/runtime/schema";',
  ].join("\n");
}
