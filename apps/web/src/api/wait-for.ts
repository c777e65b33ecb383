type Settled = { value: unknown } | { error: unknown };
const settled = new WeakMap<Promise<unknown>, Settled>();

/** Returns what a promise gave. Until then the component suspends, so it has to ask for the same promise every time. */
export function waitFor<T>(promise: Promise<T>): T {
  const known = settled.get(promise);
  if (!known) {
    throw promise.then(
      (value) => void settled.set(promise, { value }),
      (error: unknown) => void settled.set(promise, { error }),
    );
  }
  if ('error' in known) throw known.error;
  return known.value as T;
}
