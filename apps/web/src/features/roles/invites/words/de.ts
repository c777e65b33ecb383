import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { InvitesWords } from './en.ts';

const number = numbersIn('de');
const plural = pluralIn('de');

export const words: InvitesWords = {
  accept: {
    title: 'Du bist eingeladen',
    invitedBy: (name) => `${name} lädt dich ein zu`,
    invited: 'Du bist eingeladen zu',
    types: { guild: 'Gilde', community: 'Gemeinschaft', team: 'Team' },
    withRole: (role) => `Du kommst als ${role} dazu`,
    until: (time) => `bis ${time}`,
    join: 'Beitreten',
    signIn: 'Anmelden und beitreten',
    as: (name) => `Du bist als ${name} angemeldet.`,
  },
  list: {
    title: 'Einladungen',
    lead: 'Links, mit denen Leute hereinkommen',
    make: 'Neue Einladung',
    none: 'Keine offenen Einladungen',
    noneHint: 'Erstelle einen Link und schick ihn denen, die beitreten sollen.',
    synced: 'Eine Gilde des Spiels hat keine Einladungen',
    syncedHint: 'Wer einen Charakter in ihr hat, ist dadurch hier Mitglied.',
    used: (uses) => plural(uses, { one: '#-mal genutzt', other: '#-mal genutzt' }),
    usedOf: (uses, most) => `${number(uses)} von ${number(most)} genutzt`,
    by: (name) => `von ${name}`,
    until: (time) => `bis ${time}`,
    revoke: 'Widerrufen',
    revokeQuestion: 'Diese Einladung widerrufen?',
    revokeConsequence: (uses) =>
      plural(uses, {
        one: 'Der Link gilt sofort nicht mehr. Die # Person, die damit kam, bleibt.',
        other: 'Der Link gilt sofort nicht mehr. Die # Personen, die damit kamen, bleiben.',
      }),
  },
  make: {
    title: 'Neue Einladung',
    valid: 'Gilt',
    durations: { 24: 'einen Tag', 168: 'eine Woche', 720: 'dreißig Tage' },
    uses: 'Für wie viele Leute',
    usesHint: 'Leer: ohne Grenze.',
    role: 'Mit der Rolle',
    roleHint: 'Nur Rollen, die du vergeben darfst, wirken.',
    noRole: 'Keine Rolle',
    verb: 'Link erstellen',
    made: 'Der Link ist fertig',
    once: 'Er wird nur dieses eine Mal gezeigt. Wer ihn hat, kann beitreten.',
    address: 'Adresse',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    done: 'Fertig',
  },
};
