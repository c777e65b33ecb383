import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { DiscordPostsWords } from './en.ts';

const number = numbersIn('fr');
const plural = pluralIn('fr');

export const words: DiscordPostsWords = {
  title: 'Événements dans Discord',
  lead: 'Chaque événement devient un message avec des boutons dans les salons choisis, et le message suit l’événement.',
  states: {
    not_configured: 'Cette installation n’a pas de bot Discord. Son exploitant doit en créer un.',
    no_server: 'Choisissez votre serveur chez Discord pour y ajouter le bot. Vous devez le gérer là-bas.',
    not_confirmed:
      'Plus personne qui gère votre serveur Discord ne s’en porte garant. Rien n’est publié tant que personne ne l’ajoute à nouveau.',
    bot_removed:
      'Le bot n’est plus sur votre serveur Discord. Rien n’est publié tant que vous ne l’ajoutez pas à nouveau.',
  },
  bindingStates: {
    ok: 'Fonctionne',
    channel_gone: 'Ce salon a été supprimé. Détachez-le et choisissez-en un autre.',
  },
  lacks: (permissions: string) =>
    `Il manque ici des permissions au bot : ${permissions}. Accordez-les dans les paramètres du salon sur Discord, puis vérifiez à nouveau.`,
  permissions: {
    viewChannel: 'Voir le salon',
    sendMessages: 'Envoyer des messages',
    embedLinks: 'Intégrer des liens',
    readMessageHistory: 'Voir les anciens messages',
  },
  posts: {
    shown: (count: number) => `${number(count)} affichés`,
    waiting: (count: number) => `${number(count)} en attente`,
    removed: (count: number) => `${number(count)} supprimés à la main`,
    failed: (count: number) => `${number(count)} refusés par Discord`,
  },
  details: { names: 'Avec les noms', counts: 'Nombres seulement' },
  types: { raid: 'Raids', dungeon: 'Donjons', social: 'Social', pvp: 'JcJ', other: 'Autres' },
  daysAhead: (days: number) => plural(days, { one: '# jour à l’avance', other: '# jours à l’avance' }),
  install: 'Ajouter à Discord',
  connected: 'Le serveur est connecté.',
  installAgain: 'Ajouter à nouveau le bot',
  mayCreateEvents: 'Autoriser le bot à créer des événements',
  installErrors: {
    state_mismatch: 'Vous êtes revenu dans un autre navigateur ou trop tard. Recommencez.',
    access_denied: 'Aucun serveur n’a été choisi chez Discord. Recommencez.',
    provider_unavailable: 'Discord ne répond pas pour le moment. Réessayez plus tard.',
    other_chat_account: 'Vous avez choisi avec un autre compte Discord que celui lié à votre profil.',
    bot_not_added: 'Le bot n’est pas sur le serveur. Recommencez et laissez-le dessus.',
    not_chat_server_manager: 'Vous ne gérez pas ce serveur chez Discord. Demandez à quelqu’un qui le gère.',
    not_allowed: 'Vous n’avez plus le droit de modifier cette guilde.',
  },
  check: 'Vérifier à nouveau',
  checked: 'Discord vient d’être interrogé.',
  none: 'Pas encore de salon',
  noneHint: 'Choisissez où les événements apparaissent.',
  add: 'Ajouter un salon',
  repost: 'Republier les messages supprimés',
  reposted: (count: number) => `Publications relancées : ${number(count)}`,
  test: 'Envoyer un essai',
  tested: 'L’essai est dans le salon.',
  change: 'Modifier',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  disconnect: 'Détacher',
  disconnectConsequence: 'Les messages des événements à venir sont supprimés. Ceux des événements passés restent.',
  disconnected: 'Salon détaché.',
  channel: 'Salon',
  choose: 'Choisir un salon',
  bound: 'déjà relié',
  lacking: 'le bot ne peut pas y publier',
  what: 'Ce qui est publié',
  leadDays: 'Jours à l’avance',
  leadDaysHint: 'Les événements plus lointains attendent leur jour.',
  evenIfPublic: 'Montrer les noms bien que tout le serveur voie ce salon',
  mirrors: 'Afficher aussi les prochains événements comme événements du serveur',
  mirrorsHint: 'Tout le serveur les voit au-dessus des salons : les 25 prochains des quatre semaines à venir.',
  mirrored: 'aussi comme événements du serveur',
  mirrorProblems: {
    lacks_permission:
      'Des événements du serveur manquent : le bot n’a pas le droit d’en créer. Accordez-le à son rôle dans Discord, puis vérifiez à nouveau.',
    too_many:
      'Des événements du serveur manquent : le serveur en compte déjà 100, le maximum. Le bot réessaiera un jour plus tard.',
  },
  mentions: 'Mentionner les présents',
  mentionsHint: 'Dans une réponse au message, sauf ceux qui ont coupé les rappels.',
  mentionHours: { never: 'Jamais', 24: 'Un jour avant', 1: 'Une heure avant' },
  mentioned: { 24: 'mentions un jour avant', 1: 'mentions une heure avant' },
  disconnectQuestion: (channel: string) => `Détacher #${channel} ?`,
};
