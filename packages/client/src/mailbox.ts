/** What comes in when it likes, and is taken out one by one. A failure comes after what came before it, and stays. */
export type Mailbox<T> = {
  put(item: T): void;
  fail(error: Error): void;
  /** The next item. Throws the failure when there is nothing before it. */
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
