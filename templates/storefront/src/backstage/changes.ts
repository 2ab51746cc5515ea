/** Who wants to hear of changes, and is told. */

export interface Changes {
  tell(): void;
  /** Until the function that it returns is called. */
  watch(listener: () => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>();
  return {
    tell: () => listeners.forEach((listener) => listener()),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
