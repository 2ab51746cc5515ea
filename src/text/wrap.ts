/** In: a text and how many columns there are. Out: its lines. */

import { textWidth } from "./text-width.js";

/** At spaces only: a path or a URL stays whole. */
export function wrap(text: string, room: number): string[] {
  const wrapped: string[] = [];
  for (const word of text.split(" ")) {
    const current = wrapped.at(-1);
    if (current !== undefined && textWidth(`${current} ${word}`) <= room)
      wrapped[wrapped.length - 1] = `${current} ${word}`;
    else wrapped.push(word);
  }
  return wrapped;
}
