/** Which emitters run: those that `--only` names and those that they need, of this package and of others. */

import { failure } from "../errors.js";
import { didYouMean } from "../text/nearest.js";

interface Named {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * @param only names of emitters, and with them those they need; undefined for all
 * @throws ProtoGenError USAGE for a name that no emitter has
 */
export function chooseEmitters<Each extends Named>(
  emitters: readonly Each[],
  only: readonly string[] | undefined,
): readonly Each[] {
  if (only === undefined) return emitters;
  const byName = new Map(emitters.map((each) => [each.name, each]));
  const known = [...byName.keys()];
  for (const name of only)
    if (!byName.has(name))
      throw failure("USAGE", `--only ${name}: this output does not exist`, {
        hint: didYouMean(name, known) ?? `one of ${known.join(", ")}`,
      });
  const wanted = new Set(only);
  // Names join the set while it is walked: an emitter that is needed may need others.
  for (const name of wanted) for (const each of byName.get(name)?.needs ?? []) wanted.add(each);
  return emitters.filter(({ name }) => wanted.has(name));
}
