/** A feature's words, in a chunk for each language, fetched when the first of its pages is. */
import { use } from 'react';
import { type Language, language, onLanguageChange, useLanguage } from './language.ts';

export type WordsOf<W> = {
  /** For a loader, beside its data. */
  load(): Promise<W>;
  /** For a component: waits with the others below the same boundary. */
  use(): W;
  /** Outside of components; what is not loaded yet is an error of ours. */
  now(): W;
};

export function defineWords<W>(files: Record<Language, () => Promise<{ words: W }>>): WordsOf<W> {
  const loading = new Map<Language, Promise<W>>();
  const loaded = new Map<Language, W>();
  const load = (wanted: Language): Promise<W> => {
    const before = loading.get(wanted);
    if (before) return before;
    const promise = files[wanted]().then(({ words }) => {
      loaded.set(wanted, words);
      return words;
    });
    promise.catch(() => loading.delete(wanted));
    loading.set(wanted, promise);
    return promise;
  };
  onLanguageChange((next) => (loading.size > 0 ? load(next) : Promise.resolve()));
  return {
    load: () => load(language()),
    use() {
      const wanted = useLanguage();
      return loaded.get(wanted) ?? use(load(wanted));
    },
    now() {
      const words = loaded.get(language());
      if (!words) throw new Error('These words are not loaded yet');
      return words;
    },
  };
}
