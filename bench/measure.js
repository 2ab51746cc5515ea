/** Interleaved measuring: in a round every contestant runs once, and the order rotates by one. */

/** Samples by contestant name, one a round. `run(contestant)` returns the sample, any unit. */
export function interleave(contestants, rounds, run) {
  const samples = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of rotated(contestants, round)) {
      samples.get(contestant.name).push(run(contestant));
    }
  }
  return samples;
}

/** The same for contestants that take their time. */
export async function interleaveAsync(contestants, rounds, run) {
  const samples = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of rotated(contestants, round)) {
      samples.get(contestant.name).push(await run(contestant));
    }
  }
  return samples;
}

function rotated(list, by) {
  const start = by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median over the rounds of `name / baseline`. Both ran in each round, seconds apart, so what
 * slows the machine for a while slows both. Equal counts are 1, even 0 and 0. `null` when one of
 * them did not run.
 */
export function ratio(samples, name, baseline) {
  const ours = samples.get(name);
  const theirs = samples.get(baseline);
  if (!ours || !theirs) return null;
  return median(ours.map((value, round) => (value === theirs[round] ? 1 : value / theirs[round])));
}

/** The ratios that `ratio` is the median of. */
export function ratios(samples, name, baseline) {
  return samples.get(name).map((value, round) => value / samples.get(baseline)[round]);
}

/** The smallest and the largest of them. */
export function spread(samples, name, baseline) {
  const all = ratios(samples, name, baseline);
  return `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
}

export function milliseconds(action) {
  const start = performance.now();
  action();
  return performance.now() - start;
}

/** Repeats `action` often enough that a batch takes about `batchMs`, after warming it up as long. */
export function calibrate(action, batchMs) {
  let count = 1;
  while (milliseconds(() => repeat(action, count)) < batchMs) count *= 2;
  const perCall = milliseconds(() => repeat(action, count)) / count;
  return Math.max(1, Math.round(batchMs / perCall));
}

export function repeat(action, count) {
  for (let index = 0; index < count; index += 1) action();
}
