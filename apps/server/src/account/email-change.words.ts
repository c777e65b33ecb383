/** Written by `pnpm words` from ./email-change/*.json. */
import { readWords } from '../core/services/words.ts';

export type EmailChangeWords = {
  greeting: (values: { name: string }) => string;
  confirm: {
    subject: (values: { host: string }) => string;
    body: (values: { host: string; until: string }) => string;
    action: string;
    footer: string;
  };
  changed: {
    subject: (values: { host: string }) => string;
    body: (values: { host: string }) => string;
    footer: string;
  };
};

export const emailChangeWords = readWords<EmailChangeWords>(import.meta.dirname, './email-change');
