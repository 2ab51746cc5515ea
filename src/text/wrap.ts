import { textWidth } from "./text-width.js";

/**
 * Breaks lines at spaces only: a path or a URL stays whole.
 * @param room of the first line
 * @param restRoom of the others
 */
export function wrap(text: string, room: number, restRoom = room): string[] {
  const wrapped: string[] = [];
  for (const word of text.split(" ")) {
    const current = wrapped.at(-1);
    const width = wrapped.length < 2 ? room : restRoom;
    if (current !== undefined && textWidth(`${current} ${word}`) <= width)
      wrapped[wrapped.length - 1] = `${current} ${word}`;
    else wrapped.push(word);
  }
  return wrapped;
}
