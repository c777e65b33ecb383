import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { InvitesWords } from './en.ts';

const number = numbersIn('fr');
const plural = pluralIn('fr');

export const words: InvitesWords = {
  accept: {
    title: 'Vous êtes invité',
    invitedBy: (name) => `${name} vous invite à rejoindre`,
    invited: 'Une invitation à rejoindre',
    types: { guild: 'Guilde', community: 'Communauté', team: 'Équipe' },
    withRole: (role) => `Vous entrez comme ${role}`,
    until: (time) => `jusqu’à ${time}`,
    join: 'Rejoindre',
    signIn: 'Se connecter pour rejoindre',
    as: (name) => `Vous êtes connecté en tant que ${name}.`,
  },
  list: {
    title: 'Invitations',
    lead: 'les liens par lesquels on entre',
    make: 'Nouvelle invitation',
    none: 'Aucune invitation ouverte',
    noneHint: 'Créez un lien et envoyez-le à celles et ceux qui doivent venir.',
    synced: 'Une guilde du jeu n’a pas d’invitations',
    syncedHint: 'Qui a un personnage dedans est membre ici par là même.',
    used: (uses) => plural(uses, { one: 'Utilisée # fois', other: 'Utilisée # fois' }),
    usedOf: (uses, most) => `Utilisée ${number(uses)} sur ${number(most)}`,
    by: (name) => `par ${name}`,
    until: (time) => `jusqu’à ${time}`,
    revoke: 'Révoquer',
    revokeQuestion: 'Révoquer cette invitation ?',
    revokeConsequence: (uses) =>
      plural(uses, {
        one: 'Le lien cesse aussitôt de fonctionner. La # personne venue par lui reste.',
        other: 'Le lien cesse aussitôt de fonctionner. Les # personnes venues par lui restent.',
      }),
  },
  make: {
    title: 'Nouvelle invitation',
    valid: 'Valable',
    durations: { 24: 'un jour', 168: 'une semaine', 720: 'trente jours' },
    uses: 'Pour combien de personnes',
    usesHint: 'Vide : sans limite.',
    role: 'Avec le rôle',
    roleHint: 'Seuls les rôles que vous pouvez donner fonctionnent.',
    noRole: 'Aucun rôle',
    verb: 'Créer le lien',
    made: 'Le lien est prêt',
    once: 'Il n’est montré que cette fois. Qui l’a peut entrer.',
    address: 'Adresse',
    copy: 'Copier',
    copied: 'Copié.',
    done: 'Terminé',
  },
};
