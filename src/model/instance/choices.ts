/** A list whose values are made when they are first read. */
export interface Choices<Value> {
  at(index: number): Value | undefined;
}

export function choices<Value>(values: Iterator<Value>): Choices<Value> {
  const made: Value[] = [];
  let done = false;
  return {
    at(index) {
      while (!done && made.length <= index) {
        const next = values.next();
        if (next.done === true) done = true;
        else made.push(next.value);
      }
      return made[index];
    },
  };
}
