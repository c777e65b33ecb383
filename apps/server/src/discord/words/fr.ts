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
    signedUp: (title, when) => `Vous avez une place : **${title}**, ${when}.`,
    waitlist: (title, when, place) => `Vous êtes sur la liste d’attente, place ${place} : **${title}**, ${when}.`,
    tentative: (title, when) => `Vous avez dit peut-être : **${title}**, ${when}.`,
    declined: (title, when) => `Vous avez dit non : **${title}**, ${when}.`,
    none: (title, when) => `Vous n’avez pas encore répondu : **${title}**, ${when}.`,
    lateBy: (minutes) => `${minutes} min de retard`,
    away: 'Vous êtes noté absent ce jour-là : aucune place de la liste d’attente ni aucun rappel ne vous parviendra.',
  },
  character: {
    choose: (role) => (role ? `Avec quel personnage venez-vous (${role}) ?` : 'Avec quel personnage venez-vous ?'),
    placeholder: 'Choisir un personnage',
    more: 'Ce sont vos 25 mieux équipés. La page les montre tous.',
  },
  late: {
    title: 'Retard ou note',
    minutes: 'Combien de retard aurez-vous ?',
    onTime: 'À l’heure',
    byMinutes: (minutes) => `Environ ${minutes} minutes`,
    note: 'Note pour le chef de raid',
  },
  refusals: {
    outOfDate: 'Ce bouton est périmé. Prenez ceux d’un message plus récent, ou la page.',
    notLinked:
      'Guildhall ne sait pas encore qui vous êtes ici. Reliez Discord une fois, et votre réponse compte aussitôt.',
    noServer:
      'Ce serveur n’est relié à aucune guilde de Guildhall. Un officier le relie dans les paramètres de la guilde.',
    whichGuild: 'Plusieurs guildes partagent ce serveur. Précisez laquelle avec l’option « guild ».',
    notMember: 'Seuls les membres de la guilde le peuvent. Si vous en êtes, synchronisez vos personnages sur la page.',
    noCharacter: (role) =>
      role
        ? `Aucun de vos personnages de cette guilde ne peut venir ainsi (${role}). Choisissez un autre rôle ou synchronisez vos personnages sur la page.`
        : 'Vous n’avez pas encore de personnage dans cette guilde. Synchronisez vos personnages sur la page.',
    answerFirst:
      'Répondez d’abord : appuyez sur un rôle ou sur « Peut-être ». Ensuite vous pourrez annoncer votre retard.',
    waitSeconds: (seconds) => `Cela faisait beaucoup d’un coup. Réessayez dans ${seconds} secondes.`,
    fault: (requestId) =>
      `Quelque chose a échoué de notre côté. Appuyez encore ; si cela persiste, donnez ce numéro à un officier : ${requestId}`,
    busy: 'Guildhall est très sollicité et n’a pas pu le faire. Appuyez à nouveau dans un instant.',
  },
  lists: {
    status: {
      signed_up: 'vous venez',
      tentative: 'vous avez dit peut-être',
      waitlist: 'vous attendez',
      declined: 'vous avez dit non',
    },
    noEvents: 'Rien n’est prévu pour le moment.',
    noEvent: (text) => `Aucun événement à venir n’a « ${text} » dans son titre.`,
    whichEvent: 'Lequel ?',
    nobody: 'Personne ne correspond. Essayez une partie plus courte du nom.',
    members: (count) => `${count} membres`,
    crafters: (text) => `**${text}** peut être fabriqué par :`,
    noCrafter: (text) =>
      `On ne connaît personne dans la guilde qui fabrique « ${text} ». Essayez une autre partie du nom, trois lettres au moins.`,
    noAttendance: 'Aucun événement ne compte encore pour ce membre.',
    attendance: (name, { percent, events, there, late, missed }) =>
      `**${name}** : ${percent} % de ${events} événements. Présent ${there} fois, dont ${late} en retard ; manqué ${missed}.`,
    wrongDays: 'Écrivez les jours comme 2026-12-24 ; le dernier ne précède pas le premier, 366 jours au plus.',
    away: (from, to, declined) =>
      `Vous êtes noté absent du ${from} au ${to}.${declined > 0 ? ` Vos réponses à ${declined} événements sont maintenant des refus.` : ''}`,
  },
  commands: {
    events: 'Les prochains événements de la guilde',
    event: 'Un événement, avec votre réponse et de quoi la changer',
    signup: 'S’inscrire à un événement',
    roster: 'Les membres de la guilde dans le jeu',
    whocan: 'Trouver qui peut fabriquer quelque chose',
    absence: 'Annoncer quelques jours d’absence',
    attendance: 'Votre participation ; pour les officiers, celle d’un membre',
  },
  options: {
    name: 'Partie du titre ; sinon le prochain événement',
    role: 'Le rôle que vous jouez',
    character: 'Le personnage avec lequel vous venez',
    search: 'Partie d’un nom',
    rank: 'Rang, 0 est le maître de guilde',
    recipe: 'Partie de la recette ou de ce qu’elle fabrique',
    from: 'Premier jour, comme 2026-12-24',
    to: 'Dernier jour ; sinon le même',
    note: 'Raison, pour les officiers',
    member: 'Un membre ; officiers seulement',
    guild: 'La guilde, si plusieurs partagent ce serveur',
  },
  works: 'Ça marche : ce serveur joint Guildhall.',
  muted: (address) => `C’est désactivé. Vous pouvez le réactiver ici : <${address}>`,
};
