/** Text in other people's words, on its way into a message: cut to a length, printable, and always Unicode. */

export { cutText, isHalfOfPair } from "./cut-text.js";
export { INVISIBLE, printableText } from "./printable-text.js";
