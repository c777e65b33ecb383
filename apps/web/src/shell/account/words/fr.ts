import type { AccountWords } from './en.ts';

export const words: AccountWords = {
  settings: 'Réglages',
  administration: 'Administration',
  notifications: 'Notifications',
  again: {
    title: 'Connecte-toi à nouveau',
    lead: 'Ta connexion date de plus d’un jour et cette étape en demande une récente. Tu reviendras exactement ici.',
    with: (provider) => `Avec ${provider}`,
    byMail: 'Par un lien envoyé par mail',
    sent: (address) => `Un lien est en route vers ${address}. Ouvre-le dans ce navigateur et tu reviendras ici.`,
  },
};
