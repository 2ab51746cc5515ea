/** Parses `NAME=VALUE` of `--fact`. */

import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import type { FactOverrides } from "./facts-in-force.js";
import { FACT_NAMES, FACTS, type FactName } from "./facts.js";

/** @throws ProtoGenError USAGE for an unknown name or value */
export function parseFact(text: string, previous: FactOverrides = {}): FactOverrides {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? "" : text.slice(equals + 1);
  if (!isFact(name))
    throw failure("USAGE", `--fact ${text}: there is no fact ${name}`, {
      hint: didYouMean(name, FACT_NAMES) ?? `one of ${FACT_NAMES.join(", ")}`,
    });
  const values = Object.keys(FACTS[name].values);
  if (!values.includes(value))
    throw failure("USAGE", `--fact ${text}: ${FACTS[name].title} has no value "${value}"`, {
      hint: `--fact ${name}=${values.join(" or ")}`,
    });
  return { ...previous, [name]: value };
}

function isFact(name: string): name is FactName {
  return (FACT_NAMES as readonly string[]).includes(name);
}
