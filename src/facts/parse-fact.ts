/** Parses the `NAME=VALUE` of `--fact`. */

import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import type { FactOverrides } from "./facts-in-force.js";
import { FACT_NAMES, FACTS, type FactName } from "./facts.js";

/** @throws ProtoGenError USAGE for an unknown name or value, and for two values of one fact */
export function parseFacts(texts: readonly string[]): FactOverrides {
  const facts = new Map<FactName, string>();
  for (const text of texts) {
    const { name, value } = parseFact(text);
    const before = facts.get(name) ?? value;
    if (before !== value)
      throw failure("USAGE", `--fact ${name} is given twice, as ${before} and as ${value}`);
    facts.set(name, value);
  }
  return Object.fromEntries(facts);
}

function parseFact(text: string): { readonly name: FactName; readonly value: string } {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? "" : text.slice(equals + 1);
  if (!isFact(name))
    throw failure("USAGE", `--fact ${text}: there is no fact ${name}`, {
      hint: didYouMean(name, FACT_NAMES) ?? `one of ${FACT_NAMES.join(", ")}`,
    });
  const values = Object.keys(FACTS[name].values);
  if (values.includes(value)) return { name, value };
  throw failure("USAGE", `--fact ${text}: ${FACTS[name].title} has no value "${value}"`, {
    hint: `--fact ${name}=${values.join(" or ")}`,
  });
}

function isFact(name: string): name is FactName {
  return (FACT_NAMES as readonly string[]).includes(name);
}
