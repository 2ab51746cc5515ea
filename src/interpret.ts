/**
 * Interpret: the pipeline up to the model, once and in order. In: a profile and where its schemas are.
 * Out: what the profile means, before anything of it is printed.
 */

import type { Agreement } from "@proto-gen/runtime/negotiation";
import { compose, type Composition } from "./compose/compose.js";
import type { Diagnostic } from "./errors.js";
import { load } from "./load/load.js";
import type { RemoteOptions } from "./load/remote.js";
import type { SchemaRoot } from "./load/roots.js";
import type { Sources } from "./load/sources.js";
import { buildModel } from "./model/build.js";
import { collectConflicts } from "./model/conflicts.js";
import type { Model } from "./model/model.js";
import { agree } from "./negotiate/agree.js";

export interface InterpretOptions {
  /** File of the profile to generate for. */
  readonly profile: string;
  /** File of the other side's profile: only what both have is generated. */
  readonly platform?: string;
  /** Where schemas are that the package does not bring. */
  readonly schemas?: readonly SchemaRoot[];
  /** How documents are fetched that no root holds; unless told, nothing leaves this machine. */
  readonly remote?: RemoteOptions;
  /** `name` or `name@version`: a chosen set instead of all that the profile declares. */
  readonly capabilities?: readonly string[];
  /** Told the name of each stage as it starts. */
  readonly onStage?: (stage: string) => void;
}

export interface Interpretation {
  readonly sources: Sources;
  readonly agreement: Agreement;
  readonly composition: Composition;
  readonly model: Model;
  readonly notices: readonly Diagnostic[];
}

/** @throws ProtoGenError with the diagnostics of the stage that cannot go on */
export async function interpret(options: InterpretOptions): Promise<Interpretation> {
  const stage = options.onStage ?? (() => {});
  stage("load");
  return interpretSources(await load(options), options);
}

/** The same for sources that were loaded before. */
export function interpretSources(
  sources: Sources,
  { capabilities, onStage: stage = () => {} }: Pick<InterpretOptions, "capabilities" | "onStage">,
): Interpretation {
  stage("negotiate");
  const { agreement, notices } = agree(sources, capabilities);
  stage("compose");
  const composition = compose(sources, agreement);
  const model = buildModel(composition, stage);
  const conflicts = collectConflicts(model, composition);
  return {
    sources,
    agreement,
    composition,
    model,
    notices: [...sources.notices, ...notices, ...composition.notices, ...conflicts],
  };
}
