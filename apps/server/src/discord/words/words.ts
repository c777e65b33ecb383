/** Texts on Discord in every language; one that lacks a text of `en.ts` does not compile. */
import { words as de } from './de.ts';
import { type DiscordWords, words as en } from './en.ts';
import { words as es } from './es.ts';
import { words as fr } from './fr.ts';
import type { InEveryLanguage, Language } from './languages.ts';
import { words as pt } from './pt.ts';
import { words as ru } from './ru.ts';

const WORDS: InEveryLanguage<DiscordWords> = { en, de, es, fr, pt, ru };

export const discordWords = (language: Language): DiscordWords => WORDS[language];
