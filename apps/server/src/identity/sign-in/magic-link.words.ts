/** Written by `pnpm words` from ./magic-link/*.json. */
import { readWords } from '../../core/services/words.ts';

export type MagicLinkWords = {
  subject: (values: { host: string }) => string;
  greeting: string;
  body: (values: { host: string; until: string }) => string;
  action: string;
  footer: string;
};

export const magicLinkWords = readWords<MagicLinkWords>(import.meta.dirname, './magic-link');
