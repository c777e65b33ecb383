import { reasons } from '../errors/fr.ts';
import { pluralIn } from '../plural.ts';
import type { CoreWords } from './en.ts';

const plural = pluralIn('fr');

export const words: CoreWords = {
  ui: {
    close: 'Fermer',
    cancel: 'Annuler',
    undo: 'Annuler l’action',
    tryAgain: 'Réessayer',
    loading: 'Chargement',
    nothingFound: 'Aucun résultat',
    requestId: 'Requête',
    typeToConfirm: (name) => `Saisissez « ${name} » pour confirmer`,
  },
  roles: { tank: 'tank', healer: 'soin', melee: 'mêlée', ranged: 'distance', flex: 'polyvalent' },
  time: {
    asOf: (ago) => `état : ${ago}`,
    next: (soon) => `suite : ${soon}`,
    neverFetched: 'pas encore récupéré',
    guildTime: (time, zone) => `${time} heure de la guilde, ${zone}`,
  },
  failure: {
    titles: {
      refused: 'Cela n’a pas fonctionné',
      forbidden: 'Vous ne pouvez pas voir cela',
      missing: 'Il n’y a rien ici',
      conflict: 'Quelque chose l’empêche',
      limited: 'Un peu moins vite',
      fault: 'Quelque chose a cassé de notre côté',
      offline: 'Pas de connexion',
    },
    advice: {
      waitSeconds: (seconds) =>
        plural(seconds, { one: 'Réessayez dans # seconde.', other: 'Réessayez dans # secondes.' }),
      offline: 'Vérifiez votre réseau. Tout revient de soi-même.',
      fault: 'Réessayez. Si cela persiste, transmettez le numéro ci-dessous.',
    },
  },
  reasons,
  shell: {
    skip: 'Aller au contenu',
    main: 'Principal',
    mine: 'Pour moi',
    week: 'Ma semaine',
    weekTab: 'Semaine',
    events: 'Événements',
    roster: 'Effectif',
    characters: 'Personnages',
    guildHome: 'Accueil de la guilde',
    more: 'Plus',
    switchGuild: 'Changer de guilde',
    noGuild: 'Pas encore de guilde',
    find: 'Tout rechercher',
    findHint: 'Pages, guildes, personnages',
    pages: 'Pages',
    guilds: 'Guildes',
    actions: 'Actions',
    results: (count) => plural(count, { one: '# résultat', other: '# résultats' }),
    shortcuts: 'Raccourcis clavier',
    shortcutSearch: 'Rechercher dans cette page',
    account: 'Votre compte',
    theme: 'Thème',
    themes: { dark: 'Sombre', light: 'Clair', system: 'Système' },
    language: 'Langue',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    signedOut: 'Vous avez été déconnecté. Connectez-vous pour continuer.',
    offline: 'Vous êtes hors ligne. Vous voyez l’état précédent.',
    reconnecting: 'Reconnexion…',
    newVersion: 'Une nouvelle version est disponible.',
    reload: 'Recharger',
    lost: 'Cette page n’existe pas',
    lostHint: 'L’adresse est peut-être ancienne ou mal saisie.',
    toWeek: 'Vers ma semaine',
  },
};
