/** A schema that is named by its file. In: the options. Out: the subject that they mean. */

import { readProfileFile } from "../load/load.js";
import { readProfile } from "../load/profile.js";
import { parseRoot } from "../load/roots.js";
import { schemaSubject, type Subject } from "../resolve/subject.js";
import type { ViewChoice } from "../resolve/view-choice.js";
import type { ValidateFlags, ViewFlags } from "./author-commands.js";

/** With a profile, its protocol's annotations hold, and its capabilities' names are told. */
export async function readFileSubject(
  flags: ValidateFlags & { readonly schema: string },
): Promise<Subject> {
  const { schema, def, profile, schemas = [] } = flags;
  return schemaSubject({
    schema,
    schemas: schemas.map(parseRoot),
    ...(def === undefined ? {} : { def }),
    ...(profile === undefined ? {} : { profile: readProfile(readProfileFile(profile)) }),
    ...viewChoice(flags),
  });
}

export function viewChoice({ op, request, response }: ViewFlags): ViewChoice {
  return {
    ...(op === undefined ? {} : { op }),
    ...(request === true
      ? { direction: "request" }
      : response === true
        ? { direction: "response" }
        : {}),
  };
}
