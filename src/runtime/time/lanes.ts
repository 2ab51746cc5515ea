/** Serializes work per key. */

export type Lanes = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Work waits for earlier work with the same key, even if that failed. Different keys do not wait for each other. */
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
