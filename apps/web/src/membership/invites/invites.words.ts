/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../../i18n/words.ts';

export type InvitesWords = {
  accept: {
    title: string;
    invitedBy: (values: { name: string }) => string;
    invited: string;
    types: {
      guild: string;
      community: string;
      team: string;
    };
    withRole: (values: { role: string }) => string;
    until: (values: { time: string }) => string;
    join: string;
    signIn: string;
    as: (values: { name: string }) => string;
  };
  list: {
    title: string;
    lead: string;
    make: string;
    none: string;
    noneHint: string;
    synced: string;
    syncedHint: string;
    used: (values: { uses: number }) => string;
    usedOf: (values: { uses: number; most: number }) => string;
    by: (values: { name: string }) => string;
    until: (values: { time: string }) => string;
    revoke: string;
    revokeQuestion: string;
    revokeConsequence: (values: { uses: number }) => string;
  };
  make: {
    title: string;
    valid: string;
    durations: {
      '24': string;
      '168': string;
      '720': string;
    };
    uses: string;
    usesHint: string;
    role: string;
    roleHint: string;
    noRole: string;
    verb: string;
    made: string;
    once: string;
    address: string;
    copy: string;
    copied: string;
    done: string;
  };
};

export const invitesWords = defineWords<InvitesWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
