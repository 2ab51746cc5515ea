/** Prepares other people's text for messages: shortened, printable, and always valid Unicode. */

export { cutText, isHalfOfPair } from "./cut-text.js";
export { INVISIBLE, printableText } from "./printable-text.js";
