/** Work on one thing after another. In: what it is on, and the work. Out: its result. */

export type Lanes = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Work with one key waits for what came before, whatever became of that. Other keys do not wait. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>();

  return <Result>(key: string, work: () => Promise<Result>) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const forget = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    const ended = result.then(forget, forget);
    last.set(key, ended);
    return result;
  };
}
