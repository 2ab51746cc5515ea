/**
 * Wall time of a comparison of the two published releases, as a whole process, against one cold generation of the
 * newer one. Both start without anything that a run before them left.
 */
import { removeWork, runProtoGen, runProtoGenDiff } from "./generators.js";
import { interleave, median, milliseconds, ratio, spread } from "./measure.js";

const ROUNDS = 9;
const GENERATION = "proto-gen, everything, cold";
const DIFF = "proto-gen diff, both releases";

export function measureDiff(inputs, { peersOnly }) {
  if (peersOnly) return { tables: [], figures: [] };
  const contestants = [
    {
      name: GENERATION,
      run() {
        removeWork("diff/whole");
        return milliseconds(() => runProtoGen(inputs, "diff/whole"));
      },
    },
    { name: DIFF, run: () => milliseconds(() => runProtoGenDiff(inputs)) },
  ];
  contestants.forEach(({ run }) => run()); // fills the disk cache
  const samples = interleave(contestants, ROUNDS, ({ run }) => run());
  return {
    tables: [
      {
        title: `Diff: wall time of the process, ratio to ${GENERATION}, ${ROUNDS} rounds`,
        columns: ["command", "ratio", "median ms", "ratios"],
        rows: contestants.map(({ name }) => [
          name,
          ratio(samples, name, GENERATION),
          median(samples.get(name)),
          spread(samples, name, GENERATION),
        ]),
      },
    ],
    figures: [
      {
        name: "diff: both published releases / generation of the newer one",
        measured: ratio(samples, DIFF, GENERATION),
        target: 1.0,
      },
    ],
  };
}
