import { subjectOf, type SubjectOptions } from "../resolve/resolve.js";
import { compileSubject, type CompiledValidator } from "./compile-subject.js";

/**
 * Compiled once, it validates any number of values in this process. Node keeps what it has imported until
 * the process ends: one module for each schema and view, however often it is compiled.
 *
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE_UNKNOWN_SCHEMA, USAGE_UNKNOWN_TYPE, USAGE_UNKNOWN_VIEW, or
 * what is wrong with the schemas
 */
export async function compileValidator(options: SubjectOptions): Promise<CompiledValidator> {
  return compileSubject(await subjectOf(options));
}
