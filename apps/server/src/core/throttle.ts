/**
 * Emits at most one value per id within `ms`, keeping the last of those in between for later. A final value is emitted
 * at once and discards the kept one.
 */
export function createThrottle<T>(ms: number, emit: (value: T) => void) {
  const windows = new Map<string, { latest: T | undefined; timer: NodeJS.Timeout }>();

  function open(id: string, value: T): void {
    emit(value);
    const timer = setTimeout(() => {
      const latest = windows.get(id)?.latest;
      windows.delete(id);
      if (latest !== undefined) open(id, latest);
    }, ms).unref();
    windows.set(id, { latest: undefined, timer });
  }

  function shut(id: string): void {
    clearTimeout(windows.get(id)?.timer);
    windows.delete(id);
  }

  return {
    push(id: string, value: T, isFinal: boolean): void {
      const window = windows.get(id);
      if (isFinal) {
        shut(id);
        emit(value);
      } else if (window) window.latest = value;
      else open(id, value);
    },
    /** Discards the value kept for this id. */
    drop: shut,
    close(): void {
      for (const id of windows.keys()) shut(id);
    },
  };
}
