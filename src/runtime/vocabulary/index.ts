/** The protocol's name, and every identifier derived from it. */

export { isOfProtocol, vocabularyOf, type Vocabulary } from "./vocabulary.js";
