/** A feature's texts: one chunk per language, compiled from its JSON and loaded with the feature's first page. */
import { loadOnce } from '../api/load-once.ts';
import { waitFor } from '../api/wait-for.ts';
import { type Language, language, languages, onLanguageChange, useLanguage } from './language.ts';

export type WordsOf<W> = {
  /** For a loader, alongside its data. */
  load(): Promise<W>;
  /** For a component: suspends up to the nearest boundary. */
  use(): W;
  /** For use outside components; throws if the texts are not loaded, which would be a bug. */
  now(): W;
};

/** Takes the files in the order of `languages`: every page loads this list of all features, so it names no languages. */
export function defineWords<W>(files: (() => Promise<unknown>)[]): WordsOf<W> {
  const loading = new Map<Language, () => Promise<W>>();
  const loaded = new Map<Language, W>();
  const load = (wanted: Language): Promise<W> => {
    const once = loading.get(wanted) ?? loadOnce(() => read(wanted));
    loading.set(wanted, once);
    return once();
  };
  const read = async (wanted: Language): Promise<W> => {
    const module = await files[languages.indexOf(wanted)]?.();
    // The type of the words is written from the files, and `pnpm check` compares them.
    const { words } = module as { words: W };
    loaded.set(wanted, words);
    return words;
  };
  onLanguageChange((next) => (loading.size > 0 ? load(next) : Promise.resolve()));
  return {
    load: () => load(language()),
    use() {
      const wanted = useLanguage();
      return loaded.get(wanted) ?? waitFor(load(wanted));
    },
    now() {
      const words = loaded.get(language());
      if (!words) throw new Error('These words are not loaded yet');
      return words;
    },
  };
}
