/**
 * The specification, taken apart into what a statement can quote: headings, sentences and rows of tables, each with its section.
 * A clause after a semicolon counts as a sentence. A numbered item directly below a part is a section of its own, as §5.4 is; text
 * after such a list is of the part again. The names of a table's columns state nothing, and are left out.
 */

export interface Sentence {
  /** `5.4`; `7` for text of part 7 outside of its list, and `0` before part 1. */
  readonly section: string;
  /** Without marks of emphasis; the cells of a row are joined by ` | `. */
  readonly text: string;
}

export function sentencesOf(markdown: string): readonly Sentence[] {
  const lines = markdown.split("\n");
  let heading = "0";
  let section = heading;
  return lines.flatMap((line, at) => {
    heading = /^#+ (\d+(?:\.\d+)*)/.exec(line)?.[1] ?? heading;
    const item = /^(\d+)\. /.exec(line)?.[1];
    if (item !== undefined && !heading.includes(".")) section = `${heading}.${item}`;
    else if (/^\S/.test(line)) section = heading;
    return textsOf(line, lines[at + 1]).map((text) => ({ section, text }));
  });
}

function textsOf(line: string, next = ""): readonly string[] {
  const text = line.replaceAll("**", "");
  if (!text.startsWith("|"))
    return splitText(text.replace(/^#+ (?:\d[\d.]* )?|^\s*(?:-|\d+\.) /, "").trim());
  const isFrame = [line, next].some((each) => /^\|[\s|:-]+\|$/.test(each));
  const cells = text.split("|").slice(1, -1);
  return isFrame
    ? []
    : [
        cells
          .map((cell) => cell.trim())
          .join(" | ")
          .trim(),
      ];
}

/** Splits after full stops and semicolons, but neither in parentheses nor in code. */
function splitText(text: string): readonly string[] {
  const sentences: string[] = [];
  let [start, depth, isCode] = [0, 0, false];
  for (const [at, character] of text.split("").entries()) {
    if (character === "`") isCode = !isCode;
    if (isCode) continue;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth > 0 || !/[.;]/.test(character) || text[at + 1] !== " ") continue;
    sentences.push(text.slice(start, at + 1).trim());
    start = at + 1;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== "");
}
