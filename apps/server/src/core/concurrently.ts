/** Processes all items, `lanes` at a time, and keeps their order; after the first throw it starts no further item. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const queue = entriesOf(items);
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** A generator, unlike the array's own iterator, ends for all lanes when one of them leaves its loop by throwing. */
function* entriesOf<T>(items: readonly T[]): Generator<[number, T]> {
  yield* items.entries();
}

/** Yields results in the order of their items while already working on the next `ahead` items. */
export async function* mapAhead<T, R>(
  items: readonly T[],
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting = entriesOf(items);
  const begun: Promise<R>[] = [];
  const begin = () => {
    const { value } = waiting.next();
    if (!value) return;
    const result = work(value[1]);
    // Rethrown when its turn comes, if ever.
    result.catch(() => {});
    begun.push(result);
  };
  for (let count = 0; count < ahead; count++) begin();
  for (;;) {
    begin();
    const next = begun.shift();
    if (!next) return;
    yield await next;
  }
}
