/** The functions and types that the generator shares with the runtime. Do not import them: they change with the generator. */

export * as formats from "../../formats/index.js";
export { escapePointerToken } from "../../json/json-pointer.js";
export { locateJson, locateJsonAll } from "../../json/locate-json.js";
export { findExtendsCycles } from "../../negotiation/extends-cycles.js";
export {
  expectObject,
  expectString,
  expectVersion,
  type DeclaredCapability,
  type DeclaredRegistry,
  type RegistryEntry,
} from "../../negotiation/registry.js";
export { findSigningKeyProblems } from "../../profile/signing-key-problems.js";
export {
  type ProfileOddEntry,
  findOddEntries,
  readSoundProfile,
} from "../../profile/sound-profile.js";
export type { Attribution } from "../../schema/issue.js";
export type { IssueCode } from "../../schema/validator-interface.js";
export { type Verb, methodName } from "../../service/operation.js";
export {
  type EventForm,
  type OrderLineForm,
  type PaymentAnswer,
  type PaymentMember,
  type ReleaseFacts,
  SPECIFICATION_FACTS,
} from "../../service/release-values.js";
export type { ToolAnnotations } from "../../service/tool.js";
export { isHalfOfPair, INVISIBLE } from "../../text/printable-text.js";
export { type Vocabulary, isOfProtocol } from "../../vocabulary/vocabulary.js";
