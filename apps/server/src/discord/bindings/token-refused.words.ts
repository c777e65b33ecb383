/** Written by `pnpm words` from ./token-refused/*.json. */
import { readWords } from '../../core/services/words.ts';

export type TokenRefusedWords = {
  subject: (values: { host: string }) => string;
  greeting: (values: { name: string }) => string;
  body: (values: { host: string }) => string;
  mend: string;
  footer: string;
};

export const tokenRefusedWords = readWords<TokenRefusedWords>(import.meta.dirname, './token-refused');
