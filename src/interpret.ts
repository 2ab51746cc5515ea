/**
 * Interpret: the pipeline up to the model, load -> negotiate -> compose -> model. `generate` prints its result; commands
 * that only show or check something stop here.
 */

import { compose } from "./compose/compose.js";
import type { Interpretation } from "./interpretation.js";
import { CODES, ProtoGenError, type Diagnostic } from "./errors.js";
import type { FactOverrides } from "./facts/facts-in-force.js";
import { load } from "./load/load.js";
import type { Service } from "./load/profile.js";
import type { RemoteOptions } from "./load/remote.js";
import type { SchemaRoot } from "./load/roots.js";
import type { Sources } from "./load/sources.js";
import { buildModel } from "./model/build.js";
import { collectConflicts } from "./model/conflicts.js";
import { agree } from "./negotiate/agree.js";
import { checkOmittedOperations } from "./check-profile/check-omitted-operations.js";
import { checkDeclarations, checkValues } from "./check-profile/check-profiles.js";
import { line, type Line } from "./text/line.js";

export interface InterpretOptions {
  /** File or URL of the profile to generate for. */
  readonly profile: string;
  /** The release to read the profile of: the profile itself, or the one that it names for that release in `supported_versions`. */
  readonly release?: string;
  /** File or URL of the platform's profile: only what both sides have is generated. */
  readonly platform?: string;
  /** Directories of schemas that the package does not contain. */
  readonly schemas?: readonly SchemaRoot[];
  /** How to fetch documents that no root contains. Without it, nothing is fetched. */
  readonly remote?: RemoteOptions;
  /** Allows profiles and endpoints at http on this machine: 127.0.0.1, [::1] and localhost. */
  readonly development?: boolean;
  /** Capabilities to use, as `name` or `name@version`; all that the profile declares if undefined. */
  readonly capabilities?: readonly string[];
  /** The member that is the payment of a request to complete a checkout, or `none`; recognised by its members if undefined. */
  readonly payment?: string;
  /** The values of facts in place of those of the profile's release (`docs/releases.md`). */
  readonly facts?: FactOverrides;
  /** Is called with the name of each stage as it starts. */
  readonly onStage?: (stage: Line) => void;
  /** Is called with the services to bind, before their documents are read. */
  readonly onServices?: (services: readonly Service[]) => void;
}

/** @throws ProtoGenError with the diagnostics of the stage that failed */
export async function interpret(options: InterpretOptions): Promise<Interpretation> {
  const stage = options.onStage ?? (() => {});
  stage(line`load`);
  const sources = await load(options);
  const declared = checkDeclarations(sources);
  const interpretation = interpretSources(sources, options);
  const errors = interpretation.notices.filter(isError);
  if (errors.length > 0) throw new ProtoGenError(errors);
  const described = await checkValues(interpretation.composition, options);
  const omitted = checkOmittedOperations(interpretation);
  const notices = [...interpretation.notices, ...declared, ...described, ...omitted];
  return { ...interpretation, notices };
}

/** Interprets sources that are already loaded. Mistakes that do not keep a model from being built are among the notices. */
export function interpretSources(
  sources: Sources,
  options: Pick<InterpretOptions, "capabilities" | "payment" | "onStage">,
): Interpretation {
  const stage = options.onStage ?? (() => {});
  stage(line`negotiate`);
  const { agreement, notices } = agree(sources, options.capabilities);
  stage(line`compose`);
  const composition = compose(sources, agreement);
  const model = buildModel(composition, options);
  // Whatever contradicts another rule because of an error is not worth reporting beside it.
  const conflicts = composition.notices.some(isError) ? [] : collectConflicts(model, composition);
  return {
    sources,
    agreement,
    composition,
    model,
    notices: [...sources.notices, ...notices, ...composition.notices, ...conflicts],
  };
}

function isError({ code }: Diagnostic): boolean {
  return CODES[code].exit > 0;
}
