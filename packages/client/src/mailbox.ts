/**
 * A queue that others fill and one consumer empties. A failure is delivered after the items that came before it, and
 * then for good.
 */
export type Mailbox<T> = {
  put(item: T): void;
  fail(error: Error): void;
  /** The next item. Throws the failure once no items are left before it. */
  take(): Promise<T>;
  /** Resolves with the failure. */
  failure: Promise<Error>;
};

export function createMailbox<T>(): Mailbox<T> {
  const items: T[] = [];
  const failed = deferred<Error>();
  let failure: Error | undefined;
  let wake = deferred<void>();
  return {
    put(item) {
      items.push(item);
      wake.resolve();
    },
    fail(error) {
      failure ??= error;
      failed.resolve(failure);
      wake.resolve();
    },
    async take() {
      for (;;) {
        const [item] = items.splice(0, 1);
        if (item !== undefined) return item;
        if (failure) throw failure;
        await wake.promise;
        wake = deferred<void>();
      }
    },
    failure: failed.promise,
  };
}

/** As `Promise.withResolvers`, which Node has from version 22 on. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
