import type { AccountWords } from './en.ts';

export const words: AccountWords = {
  settings: 'Einstellungen',
  administration: 'Verwaltung',
  notifications: 'Benachrichtigungen',
  again: {
    title: 'Noch einmal anmelden',
    lead: 'Deine Anmeldung ist älter als ein Tag. Dieser Schritt braucht eine frische; danach bist du wieder genau hier.',
    with: (provider) => `Mit ${provider}`,
    byMail: 'Mit einem Link per Mail',
    sent: (address) => `Ein Link ist unterwegs an ${address}. Öffne ihn in diesem Browser, dann bist du wieder hier.`,
  },
};
