/** The schema that `resolve` and `validate` take by its file's name. */

import { openOverlays } from "../load/overlay/overlays.js";
import { readProfileFile } from "../load/read-profile-source.js";
import { readProfile } from "../load/side.js";
import { parseRoot } from "../load/schema-root.js";
import { schemaSubject, type Subject } from "../resolve/subject.js";
import { refuseAccess } from "./interpret-options.js";
import { viewChoice, type ViewFlags } from "./view-options.js";

export interface FileSubjectFlags extends ViewFlags {
  readonly schema: string;
  readonly def?: string;
}

/** With a profile, its protocol's annotations apply, and messages name its capabilities. */
export async function readFileSubject(flags: FileSubjectFlags): Promise<Subject> {
  const { schema, def, profile, fact: facts, schemas = [] } = flags;
  refuseAccess(flags);
  const overlays = await openOverlays(flags.overlay);
  return schemaSubject({
    schema,
    schemas: schemas.map(parseRoot),
    ...{ def, facts, overlays },
    profile:
      profile === undefined
        ? undefined
        : readProfile(readProfileFile(profile, overlays), { facts }),
    ...viewChoice(flags),
  });
}
