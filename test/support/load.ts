/** The sources of a run, for tests of what comes after loading: as `interpret` loads them, with the same errors. */

import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import {
  listSides,
  LoadFailed,
  openProfiles,
  type LoadOptions,
  type Sides,
} from "../../src/load/load.js";
import { errorsOf } from "../../src/load/side.js";
import type { Sources } from "../../src/load/sources.js";

/** @throws ProtoGenError with all that is wrong in the profiles and in what they lead to, whoever they are of */
export async function load(options: LoadOptions): Promise<Sources> {
  const opened = await openProfiles(options);
  const errorsIn = (sides: Sides): Diagnostic[] =>
    listSides(sides).flatMap(({ leftOut }) => errorsOf(leftOut));
  try {
    const { sides, sources } = await opened.load(opened.sides);
    const errors = errorsIn(sides);
    if (errors.length === 0) return sources;
    throw new ProtoGenError(opened.explain(errors));
  } catch (error) {
    if (!(error instanceof LoadFailed)) throw error;
    const reasons = errorsIn(error.sides);
    // That nothing is left follows from them.
    const others = error.diagnostics.filter(
      ({ code }) => reasons.length === 0 || code !== "NEGOTIATE_EMPTY",
    );
    throw new ProtoGenError(opened.explain([...reasons, ...others]));
  }
}
