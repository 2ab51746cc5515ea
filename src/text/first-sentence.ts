/** The first sentence of a text. No library of the machine is asked, since output is the same on every machine. */

/** Words behind whose full stop a sentence goes on. */
const ABBREVIATED =
  /(?:^|[\s("'[])(?:[a-z](?:\.[a-z])*|[A-Z](?:\.[A-Z])*|etc|vs|cf|approx|incl|excl|resp|No|no|Fig|Inc|Ltd|Dr|Mr|Mrs|Ms|St)\.$/;

/** From the first of several marks, so that none is tried twice. */
const END = /(?<![.!?])[.!?]+["')\]\u2019\u201d]*(?=\s+["'(`[\u2018\u201c]?[\p{Lu}\p{N}`])/gu;

/** The text itself where it is one sentence; without a blank line, and without white space around it. */
export function firstSentence(text: string): string {
  const paragraph = text.trim().split(/\r?\n\s*\r?\n/, 1)[0]!;
  for (const { index, 0: end } of paragraph.matchAll(END)) {
    const sentence = paragraph.slice(0, index + end.length);
    if (end !== "." || !ABBREVIATED.test(sentence.slice(-12))) return sentence;
  }
  return paragraph;
}
