/** Compiles the check that the generator would write for a definition, ready to be called. */

import { validator, type Check } from "@proto-gen/runtime/codegen/v1";
import type { Issue } from "@proto-gen/runtime/schema";
import { emitStandalone, STANDALONE_CHECK } from "../emit/validators/standalone.js";
import type { Subject } from "../resolve/subject.js";
import { importSource, runtimeUrl } from "./import-source.js";

/** The issues of a value, at most `limit`; none where it is valid. */
export type CompiledValidator = (value: unknown, limit?: number) => readonly Issue[];

/** The members of a subject that its check is printed from. */
export type CompilableSubject = Pick<
  Subject,
  "definition" | "ownerOf" | "capabilityOf" | "attribution"
>;

export async function compileSubject(subject: CompilableSubject): Promise<CompiledValidator> {
  const source = emitStandalone(subject.definition, {
    assertFormats: true,
    runtime: runtimeUrl(),
    ownerOf: subject.ownerOf,
    capabilityOf: subject.capabilityOf,
  });
  const module = await importSource(source);
  const stops = module[STANDALONE_CHECK] as Check;
  return validator(stops, subject.attribution).check;
}
