/** Works on all items, `lanes` at a time. Keeps their order; after the first throw no further item is begun. */
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

/** A generator, unlike the array's own iterator, ends for all lanes when one of them leaves its loop by a throw. */
function* entriesOf<T>(items: readonly T[]): Generator<[number, T]> {
  yield* items.entries();
}

/** Results in the order of their items; while one is used, the next `ahead` are already being worked on. */
export async function* workedAhead<T, R>(
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
    // It is thrown when its turn comes, if it comes.
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
