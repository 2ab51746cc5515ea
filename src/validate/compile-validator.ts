import { subjectOf, type SubjectOptions } from "../resolve/resolve.js";
import { compileSubject, type CompiledValidator } from "./compile-subject.js";

/**
 * Compiles the validator of a schema or a type, which validates any number of values in this process. Node keeps what it has imported until
 * the process ends: one module for each schema and view, however often it is compiled.
 *
 * @returns a function that lists the issues of a value, none if it is valid
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE_UNKNOWN_SCHEMA, USAGE_UNKNOWN_TYPE, USAGE_UNKNOWN_VIEW, or
 * what is wrong with the schemas
 *
 * @example
 * ```ts
 * import { compileValidator } from "proto-gen";
 *
 * const check = await compileValidator({ profile: "./profile.json", type: "CheckoutCreateRequest" });
 * check({ currency: "USD", line_items: [] }).length; // 0
 * check({ line_items: [] }).map(({ pointer }) => pointer); // ["/currency"]
 * ```
 */
export async function compileValidator(options: SubjectOptions): Promise<CompiledValidator> {
  return compileSubject(await subjectOf(options));
}
