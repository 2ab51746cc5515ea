/** The payloads that validators are timed on, and what they must agree on first. */
import { mutantsOf } from "./mutants.js";
import { assertFlatteningKeepsVerdicts, createAjv } from "./oracle.js";

/**
 * Every payload as text and as the value `JSON.parse` makes of it, as a server would have it.
 * `valid` is the checkout, `invalid` its mutants that ajv rejects, `harmless` those it accepts.
 */
export function preparePayloads(inputs) {
  const validText = JSON.stringify(inputs.checkout);
  const texts = mutantsOf(inputs.checkout);
  assertFlatteningKeepsVerdicts(inputs, [validText, ...texts]);
  const isValid = createAjv().compile(inputs.flattened);
  const mutants = texts.map(payloadOf);
  const valid = payloadOf(validText);
  if (!isValid(valid.value)) throw new Error("BENCH_INVALID_CHECKOUT: checkout.json, see ajv");
  return {
    valid,
    invalid: mutants.filter(({ value }) => !isValid(value)),
    harmless: mutants.filter(({ value }) => isValid(value)),
  };
}

function payloadOf(text) {
  return { text, value: JSON.parse(text) };
}

export function countAccepted(accepts, payloads) {
  let accepted = 0;
  for (const payload of payloads) if (accepts(payload)) accepted += 1;
  return accepted;
}

/** One row for a validator whose verdicts are not ajv's, none for the others. */
export function disagreements({ name, accepts }, { valid, invalid, harmless }) {
  const mustAccept = [valid, ...harmless];
  const refused = mustAccept.length - countAccepted(accepts, mustAccept);
  const accepted = countAccepted(accepts, invalid);
  return refused || accepted ? [[name, refused, accepted]] : [];
}

export function disagreementTable(rows) {
  return {
    title: "Verdicts that differ from ajv's",
    columns: ["validator", "valid ones refused", "invalid ones accepted"],
    rows,
  };
}
