/** A chunk did not arrive: there is no network, or a newer version has replaced it. */
export class NotLoaded extends Error {}

/** Loads a chunk once. A failure, which is a `NotLoaded`, stays: browsers ask for it again only after a reload. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      throw new NotLoaded('A part of the page did not load', { cause });
    });
    return loading;
  };
}
