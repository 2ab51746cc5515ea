// Every platform has this, but the ECMAScript declarations do not.
declare function setTimeout(run: () => void, ms: number): unknown;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
