/** What the declaration of a generated validator names. It is apart from `codegen/v1`, whose declarations take a compiler longer to check. */

export type { Validator } from "../../../schema/validator.js";
