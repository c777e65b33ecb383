/** Texts on Discord in every language; one that lacks a text of `en.ts` does not compile. */
import { words as refusalsDe } from '@guildhall/contracts/refusals/de.ts';
import { type ReasonWords, words as refusalsEn } from '@guildhall/contracts/refusals/en.ts';
import { words as refusalsEs } from '@guildhall/contracts/refusals/es.ts';
import { words as refusalsFr } from '@guildhall/contracts/refusals/fr.ts';
import { words as refusalsPt } from '@guildhall/contracts/refusals/pt-BR.ts';
import { words as refusalsRu } from '@guildhall/contracts/refusals/ru.ts';
import type { InEveryLanguage, Language } from '../../core/services/spoken-languages.ts';
import { words as de } from './de.ts';
import { type DiscordWords, words as en } from './en.ts';
import { words as es } from './es.ts';
import { words as fr } from './fr.ts';
import { words as pt } from './pt.ts';
import { words as ru } from './ru.ts';

const WORDS: InEveryLanguage<DiscordWords> = { en, de, es, fr, pt, ru };

export const discordWords = (language: Language): DiscordWords => WORDS[language];

const REFUSALS: InEveryLanguage<ReasonWords> = {
  en: refusalsEn,
  de: refusalsDe,
  es: refusalsEs,
  fr: refusalsFr,
  pt: refusalsPt,
  ru: refusalsRu,
};

/** The meaning of a refusal, and what to do about it, by its reason. */
export const refusalWords = (language: Language): ReasonWords => REFUSALS[language];
