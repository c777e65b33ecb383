/** A feature's texts: one chunk per language, loaded with the feature's first page. */
import { use } from 'react';
import { loadOnce } from '../api/load-once.ts';
import { type Language, language, onLanguageChange, useLanguage } from './language.ts';

export type WordsOf<W> = {
  /** For a loader, alongside its data. */
  load(): Promise<W>;
  /** For a component: suspends up to the nearest boundary. */
  use(): W;
  /** For use outside components; throws if the texts are not loaded, which would be a bug. */
  now(): W;
};

export function defineWords<W>(files: Record<Language, () => Promise<{ words: W }>>): WordsOf<W> {
  const loading = new Map<Language, () => Promise<W>>();
  const loaded = new Map<Language, W>();
  const load = (wanted: Language): Promise<W> => {
    const once = loading.get(wanted) ?? loadOnce(() => files[wanted]().then(({ words }) => keep(wanted, words)));
    loading.set(wanted, once);
    return once();
  };
  const keep = (wanted: Language, words: W): W => {
    loaded.set(wanted, words);
    return words;
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
