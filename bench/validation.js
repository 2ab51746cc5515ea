/**
 * Validating a full composed checkout response in this process: the valid payload (accept), and the
 * sum over its invalid mutants (reject). Verdicts are compared before anything is timed.
 */
import { calibrate, interleave, median, milliseconds, ratio, repeat } from "./measure.js";
import { countAccepted, disagreements, disagreementTable, preparePayloads } from "./payloads.js";
import { AJV, AJV_ALL, peerValidators, protoGenValidators, ZOD } from "./validators.js";

const ROUNDS = 21;
const BATCH_MS = 40;
const TARGETS = {
  accept: { [AJV]: 0.75, [AJV_ALL]: 0.75, [ZOD]: 0.35 },
  reject: { [AJV]: 0.9, [AJV_ALL]: 0.9, [ZOD]: 0.35 },
};

export async function measureValidation(inputs, { peersOnly }) {
  const payloads = preparePayloads(inputs);
  const ours = peersOnly ? [] : await protoGenValidators(inputs);
  const validators = [...ours, ...(await peerValidators(inputs))];
  const differing = validators.flatMap((validator) => disagreements(validator, payloads));
  const contestants = [...validators, floor()];
  const accept = measureOn(contestants, [payloads.valid]);
  const reject = measureOn(contestants, payloads.invalid);
  return {
    tables: [
      table("Accept: one valid checkout", "µs a call", contestants, accept, 1000),
      table(`Reject: ${payloads.invalid.length} mutants`, "ms for all", contestants, reject, 1),
      ...(differing.length ? [disagreementTable(differing)] : []),
    ],
    figures: ours
      .filter(({ throws }) => !throws)
      .flatMap(({ name }) => [
        ...figures("accept", accept, name, differing),
        ...figures("reject", reject, name, differing),
      ]),
  };
}

function floor() {
  return { name: "JSON.parse of the same bytes", accepts: ({ text }) => JSON.parse(text) !== null };
}

/** Milliseconds of one pass over `payloads`, by contestant. */
function measureOn(contestants, payloads) {
  const batches = contestants.map(({ name, accepts }) => {
    const pass = () => countAccepted(accepts, payloads);
    return { name, pass, count: calibrate(pass, BATCH_MS) };
  });
  return interleave(
    batches,
    ROUNDS,
    ({ pass, count }) => milliseconds(() => repeat(pass, count)) / count,
  );
}

function table(title, unit, contestants, samples, scale) {
  return {
    title: `${title}, in process, ${ROUNDS} rounds`,
    columns: ["validator", `ratio to ${AJV}`, `ratio to ${ZOD}`, unit],
    rows: contestants.map(({ name }) => [
      name,
      ratio(samples, name, AJV),
      ratio(samples, name, ZOD),
      median(samples.get(name)) * scale,
    ]),
  };
}

/** Speed counts only between validators of one verdict. */
function figures(verdict, samples, name, differing) {
  const differ = (peer) => differing.some(([who]) => who === name || who === peer);
  // One issue is compared with ajv's first error, all issues with all of its errors.
  const other = name.includes("all issues") ? AJV : AJV_ALL;
  const peers = Object.entries(TARGETS[verdict]).filter(([peer]) => peer !== other);
  return peers.map(([peer, target]) => ({
    name: `${verdict}: ${name} / ${peer}`,
    measured: ratio(samples, name, peer),
    target,
    ...(differ(peer) && { void: "void: verdicts differ" }),
  }));
}
