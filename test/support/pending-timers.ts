/** The timers that the runtime sets, apart from those of connections that other files have left in this process. */

export interface PendingTimers extends Disposable {
  /** How many have neither fired nor been cleared. */
  count(): number;
}

/** Watches timers from now on, real or fake, until it is disposed of: before real timers are put back. */
export function pendingTimers(): PendingTimers {
  const pending = new Set<unknown>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const remember = <Timer>(timer: Timer): Timer => {
    if (isOfRuntime()) pending.add(timer);
    return timer;
  };
  const forget = (clear: (timer: never) => void) => (timer: unknown) => {
    pending.delete(timer);
    clear(timer as never);
  };
  Object.assign(globalThis, {
    setTimeout: (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
      const timer: unknown = setTimeout(() => {
        pending.delete(timer);
        run(...values);
      }, ms);
      return remember(timer);
    },
    setInterval: (...parameters: Parameters<typeof setInterval>) =>
      remember(setInterval(...parameters)),
    clearTimeout: forget(clearTimeout),
    clearInterval: forget(clearInterval),
  });
  return {
    count: () => pending.size,
    [Symbol.dispose]: () =>
      void Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval }),
  };
}

/** Whether the third caller is a module of the runtime: it is who sets the timer. */
function isOfRuntime(): boolean {
  const frame = new Error().stack?.split("\n")[4] ?? "";
  return frame.replaceAll("\\", "/").includes("/src/runtime/");
}
