/** The protocol's name, and every identifier derived from it. */

export { isOfProtocol, vocabularyOf, type Vocabulary } from "./vocabulary.js";
export { hasCapability, isCapability } from "./capability.js";
