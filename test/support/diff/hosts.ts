/** Random places for an edited schema inside of a larger one, with payloads that have a value there. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "../oracle/random.js";
import { SCHEMAS, thingRelease, type Documents } from "./release-files.js";

/** What is drawn for one side has to be the same on the other: a host is drawn once. */
export interface Host {
  release(schema: JsonObject): Documents;
  payload(value: Json): Json;
}

interface Hosted {
  readonly schema: JsonObject;
  readonly more: Documents;
}

interface Layer {
  around(hosted: Hosted): Hosted;
  payload(value: Json): Json;
}

const MOST_LAYERS = 3;

export function randomHost(random: Random): Host {
  const inner = Array.from({ length: random.int(MOST_LAYERS) }, (_, index) =>
    randomLayer(random, index),
  );
  const layers = [...inner, member(random, "edited")];
  return {
    release(schema) {
      const start: Hosted = { schema, more: {} };
      const { schema: whole, more } = layers.reduce((hosted, layer) => layer.around(hosted), start);
      return thingRelease(whole, more);
    },
    payload: (value) => layers.reduce((held, layer) => layer.payload(held), value),
  };
}

function randomLayer(random: Random, depth: number): Layer {
  switch (random.int(7)) {
    case 0:
      return LIST;
    case 1:
      return MAP;
    case 2:
      return document(`shop/types/type${depth}.json`);
    case 3:
      return branch(random, `part${depth}`);
    case 4:
      return alternative(random, `choice${depth}`);
    default:
      return member(random, `inner${depth}`);
  }
}

const LIST: Layer = {
  around: ({ schema, more }) => ({ schema: { type: "array", items: schema }, more }),
  payload: (value) => [value],
};

const MAP: Layer = {
  around: ({ schema, more }) => ({
    schema: { type: "object", additionalProperties: schema },
    more,
  }),
  payload: (value) => ({ key: value }),
};

function document(path: string): Layer {
  const $id = `${SCHEMAS}/${path}`;
  return {
    around: ({ schema, more }) => ({
      schema: { $ref: $id },
      more: { ...more, [path]: { $id, ...schema } },
    }),
    payload: (value) => value,
  };
}

/** A member beside others; required now and then. */
function member(random: Random, name: string): Layer {
  const others = fillers(random);
  const required = random.chance(0.3) ? [name] : [];
  return {
    around: ({ schema, more }) => ({
      schema: { type: "object", required, properties: { ...others, [name]: schema } },
      more,
    }),
    payload: (value) => ({ [name]: value }),
  };
}

function branch(random: Random, name: string): Layer {
  const others = fillers(random);
  return {
    around: ({ schema, more }) => ({
      schema: { type: "object", properties: others, allOf: [{ properties: { [name]: schema } }] },
      more,
    }),
    payload: (value) => ({ [name]: value }),
  };
}

function alternative(random: Random, name: string): Layer {
  const others = fillers(random);
  const tagged = (tag: string, properties: JsonObject): Json => ({
    type: "object",
    required: ["tag"],
    properties: { tag: { const: tag }, ...properties },
  });
  return {
    around: ({ schema, more }) => ({
      schema: { oneOf: [tagged("one", { [name]: schema }), tagged("other", others)] },
      more,
    }),
    payload: (value) => ({ tag: "one", [name]: value }),
  };
}

const FILLERS: readonly JsonObject[] = [
  { type: "string", minLength: 1 },
  { type: "integer", minimum: 0, maximum: 9 },
  { type: ["boolean", "null"] },
  { enum: ["on", "off"] },
  { type: "array", items: { type: "string" }, uniqueItems: true },
  { type: "object", required: ["x"], properties: { x: { type: "number" } } },
];

function fillers(random: Random): JsonObject {
  return Object.fromEntries(
    random.some(["f0", "f1", "f2"]).map((name) => [name, random.pick(FILLERS)]),
  );
}
