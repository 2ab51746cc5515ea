/** The `NAME=VALUE` of `--fact`, and of manifests. */

import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";
import type { FactOverrides } from "./facts-in-force.js";
import { FACT_NAMES, FACTS, type FactName } from "./facts.js";

/**
 * Adds one to those that were given before it.
 * @throws ProtoGenError USAGE for an unknown name or value, and for two values of one fact
 */
export function addFact(text: string, given: FactOverrides = {}): FactOverrides {
  const { name, value } = parseFact(text);
  const before = given[name] ?? value;
  if (before !== value)
    throw failure("USAGE", `--fact ${name} is given twice, as ${before} and as ${value}`);
  return { ...given, [name]: value };
}

/** @throws ProtoGenError as `addFact` */
export function parseFacts(texts: readonly string[]): FactOverrides {
  return texts.reduce<FactOverrides>((facts, text) => addFact(text, facts), {});
}

/** As `parseFacts` takes them. */
export function factTexts(facts: FactOverrides): string[] {
  return Object.entries(facts).map(([name, value]) => `${name}=${value}`);
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
