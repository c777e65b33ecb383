/** Written by `pnpm words` from ./post/*.json. */
import { readWords } from '../../core/services/words.ts';

export type PostWords = {
  open: (values: { title: string }) => string;
  closed: (values: { title: string }) => string;
  cancelled: (values: { title: string }) => string;
  completed: (values: { title: string }) => string;
  news: (values: { title: string }) => string;
  signUpUntil: (values: { when: string }) => string;
  reserved: (values: { count: number; of: number }) => string;
  reservedByOthers: (values: { count: number }) => string;
  reservesUntil: (values: { when: string }) => string;
  reservesLocked: string;
  begins: (values: { title: string; when: string }) => string;
  comes: string;
  waitlist: string;
  tentative: string;
  declined: (values: { count: number }) => string;
  more: (values: { count: number }) => string;
  lineup: (values: { title: string }) => string;
  wholeNight: string;
  placed: (values: { count: number }) => string;
  bench: (values: { count: number }) => string;
  onBench: (values: { name: string }) => string;
  night: (values: { title: string }) => string;
  nightSum: (values: { kills: number; pulls: number }) => string;
  difficulties: {
    '1': string;
    '3': string;
    '4': string;
    '5': string;
  };
  tried: (values: { count: number }) => string;
  firstKill: (values: { number: number }) => string;
  bestWipe: (values: { percent: number }) => string;
};

export const postWords = readWords<PostWords>(import.meta.dirname, './post');
