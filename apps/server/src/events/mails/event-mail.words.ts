/** Written by `pnpm words` from ./event-mail/*.json. */
import { readWords } from '../../core/services/words.ts';

export type EventMailWords = {
  greeting: (values: { name: string }) => string;
  subject: {
    reminder: (values: { title: string }) => string;
    promotion: (values: { title: string }) => string;
    placement: (values: { title: string }) => string;
    asked: (values: { title: string }) => string;
    role_gap: (values: { title: string }) => string;
  };
  body: {
    reminder: (values: { title: string; at: string }) => string;
    promotion: (values: { title: string; at: string }) => string;
    added: (values: { title: string; at: string }) => string;
    asked: (values: { title: string; at: string }) => string;
    role_gap: (values: { title: string; at: string; gaps: string }) => string;
  };
  placement: {
    signed_up: (values: { title: string; at: string }) => string;
    waitlist: (values: { title: string; at: string }) => string;
    tentative: (values: { title: string; at: string }) => string;
    declined: (values: { title: string; at: string }) => string;
  };
  reason: (values: { text: string }) => string;
  action: string;
  footer: string;
  mute: {
    reminder: string;
    promotion: string;
    placement: string;
    role_gap: string;
  };
};

export const eventMailWords = readWords<EventMailWords>(import.meta.dirname, './event-mail');
