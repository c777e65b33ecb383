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
  const failed = Promise.withResolvers<Error>();
  let failure: Error | undefined;
  let wake = Promise.withResolvers<void>();
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
        wake = Promise.withResolvers<void>();
      }
    },
    failure: failed.promise,
  };
}
