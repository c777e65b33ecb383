import type { DiscordWords } from './en.ts';

export const words: DiscordWords = {
  roles: { tank: 'Tank', healer: 'Soin', melee: 'Mêlée', ranged: 'Distance', flex: 'Polyvalent' },
  buttons: {
    comes: 'Je viens',
    tentative: 'Peut-être',
    declined: 'Je ne peux pas',
    late: 'En retard / note',
    mine: 'Ma réponse',
    page: 'Ouvrir la page',
    link: 'Relier Discord à Guildhall',
    character: 'Autre personnage',
    back: 'Retour',
    forward: 'Suite',
  },
  answers: {
    signedUp: (title, when) => `Tu as une place : **${title}**, ${when}.`,
    waitlist: (title, when, place) => `Tu es sur la liste d’attente, place ${place} : **${title}**, ${when}.`,
    tentative: (title, when) => `Tu as dit peut-être : **${title}**, ${when}.`,
    declined: (title, when) => `Tu as dit non : **${title}**, ${when}.`,
    none: (title, when) => `Tu n’as pas encore répondu : **${title}**, ${when}.`,
    lateBy: (minutes) => `${minutes} min de retard`,
    away: 'Tu es noté absent ce jour-là : aucune place de la liste d’attente ni aucun rappel ne te parviendra.',
    linkedSince: 'Discord est maintenant relié.',
  },
  character: {
    choose: (role) => (role ? `Avec quel personnage viens-tu (${role}) ?` : 'Avec quel personnage viens-tu ?'),
    placeholder: 'Choisir un personnage',
    more: 'Ce sont tes 25 mieux équipés. La page les montre tous.',
  },
  late: {
    title: 'Retard ou note',
    minutes: 'Combien de retard auras-tu ?',
    onTime: 'À l’heure',
    byMinutes: (minutes) => `Environ ${minutes} minutes`,
    note: 'Note pour le chef de raid',
  },
  refusals: {
    outOfDate: 'Ce bouton est périmé. Prends ceux d’un message plus récent, ou la page.',
    notLinked: 'Guildhall ne sait pas encore qui tu es ici. Relie Discord une fois, et ta réponse compte aussitôt.',
    noServer:
      'Ce serveur n’est relié à aucune guilde de Guildhall. Un officier le relie dans les paramètres de la guilde.',
    whichGuild: 'Plusieurs guildes partagent ce serveur. Précise laquelle avec l’option « guild ».',
    notMember: 'Seuls les membres de la guilde le peuvent. Si tu en es, synchronise tes personnages sur la page.',
    noCharacter: (role) =>
      role
        ? `Aucun de tes personnages de cette guilde ne peut venir ainsi (${role}). Choisis un autre rôle ou synchronise tes personnages sur la page.`
        : 'Tu n’as pas encore de personnage dans cette guilde. Synchronise tes personnages sur la page.',
    answerFirst: 'Réponds d’abord : appuie sur un rôle ou sur « Peut-être ». Ensuite tu pourras annoncer ton retard.',
    waitSeconds: (seconds) => `Cela faisait beaucoup d’un coup. Réessaie dans ${seconds} secondes.`,
    fault: (requestId) =>
      `Quelque chose a échoué de notre côté. Appuie encore ; si cela persiste, donne ce numéro à un officier : ${requestId}`,
    busy: 'Guildhall est très sollicité et n’a pas pu le faire. Appuie à nouveau dans un instant.',
  },
  works: 'Ça marche : ce serveur joint Guildhall.',
};
