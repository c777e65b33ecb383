import type { DiscordWords } from './en.ts';

export const words: DiscordWords = {
  roles: { tank: 'Tanque', healer: 'Sanación', melee: 'Cuerpo a cuerpo', ranged: 'A distancia', flex: 'Flexible' },
  buttons: {
    comes: 'Me apunto',
    tentative: 'Quizá',
    declined: 'No puedo',
    late: 'Llego tarde / nota',
    mine: 'Mi respuesta',
    page: 'Abrir la página',
    link: 'Conectar Discord con Guildhall',
    character: 'Otro personaje',
    back: 'Atrás',
    forward: 'Más',
  },
  answers: {
    signedUp: (title, when) => `Tienes plaza: **${title}**, ${when}.`,
    waitlist: (title, when, place) => `Estás en la lista de espera, puesto ${place}: **${title}**, ${when}.`,
    tentative: (title, when) => `Has dicho quizá: **${title}**, ${when}.`,
    declined: (title, when) => `Has dicho que no: **${title}**, ${when}.`,
    none: (title, when) => `Aún no has respondido: **${title}**, ${when}.`,
    lateBy: (minutes) => `${minutes} min tarde`,
    away: 'Ese día figuras como ausente, así que no subirás desde la lista de espera ni recibirás avisos.',
    linkedSince: 'Discord ya está conectado.',
  },
  character: {
    choose: (role) => (role ? `¿Con qué personaje vienes (${role})?` : '¿Con qué personaje vienes?'),
    placeholder: 'Elige un personaje',
    more: 'Estos son tus 25 mejor equipados. En la página están todos.',
  },
  late: {
    title: 'Llegar tarde o dejar una nota',
    minutes: '¿Cuánto vas a tardar?',
    onTime: 'A la hora',
    byMinutes: (minutes) => `Unos ${minutes} minutos`,
    note: 'Nota para quien dirige la banda',
  },
  refusals: {
    outOfDate: 'Este botón está anticuado. Usa los de un mensaje más nuevo o la página.',
    notLinked: 'Guildhall aún no sabe quién eres aquí. Conecta Discord una vez y tu respuesta contará al momento.',
    noServer:
      'Este servidor no está conectado con ninguna hermandad de Guildhall. Un oficial lo conecta en los ajustes de la hermandad.',
    whichGuild: 'Varias hermandades comparten este servidor. Indica cuál con la opción «guild».',
    notMember: 'Solo pueden hacerlo los miembros de la hermandad. Si lo eres, sincroniza tus personajes en la página.',
    noCharacter: (role) =>
      role
        ? `Ninguno de tus personajes de esta hermandad puede venir así (${role}). Elige otro rol o sincroniza tus personajes en la página.`
        : 'Aún no tienes ningún personaje en esta hermandad. Sincroniza tus personajes en la página.',
    answerFirst: 'Responde primero: pulsa un rol o «Quizá». Después podrás decir que llegas tarde.',
    waitSeconds: (seconds) => `Eso ha sido mucho de golpe. Inténtalo de nuevo en ${seconds} segundos.`,
    fault: (requestId) =>
      `Algo ha fallado por nuestra parte. Pulsa otra vez; si se repite, dale este número a un oficial: ${requestId}`,
    busy: 'Guildhall está muy ocupado y no ha podido hacerlo. Pulsa de nuevo en un momento.',
  },
  works: 'Funciona: este servidor llega a Guildhall.',
};
