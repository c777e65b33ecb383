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
  lists: {
    status: {
      signed_up: 'tienes plaza',
      tentative: 'has dicho quizá',
      waitlist: 'estás en espera',
      declined: 'has dicho que no',
    },
    noEvents: 'Ahora mismo no hay nada planeado.',
    noEvent: (text) => `Ningún evento próximo tiene «${text}» en el título.`,
    whichEvent: '¿Cuál de ellos?',
    nobody: 'Nadie coincide. Prueba con una parte más corta del nombre.',
    members: (count) => `${count} miembros`,
    crafters: (text) => `**${text}** lo pueden fabricar:`,
    noCrafter: (text) =>
      `No consta que nadie de la hermandad fabrique «${text}». Prueba otra parte del nombre, de tres letras o más.`,
    noAttendance: 'Aún no cuenta ningún evento para este miembro.',
    attendance: (name, { percent, events, there, late, missed }) =>
      `**${name}**: ${percent} % de ${events} eventos. Presente ${there} veces, ${late} de ellas tarde; faltó ${missed}.`,
    wrongDays: 'Escribe los días como 2026-12-24; el último no puede ser anterior al primero, y 366 días como máximo.',
    away: (from, to, declined) =>
      `Quedas como ausente del ${from} al ${to}.${declined > 0 ? ` Tus respuestas a ${declined} eventos pasan a ser un no.` : ''}`,
  },
  commands: {
    events: 'Los próximos eventos de la hermandad',
    event: 'Un evento, con tu respuesta y botones para cambiarla',
    signup: 'Apuntarse a un evento',
    roster: 'Miembros de la hermandad en el juego',
    whocan: 'Buscar quién puede fabricar algo',
    absence: 'Avisar de que estarás fuera unos días',
    attendance: 'Cuántas veces participaste; los oficiales, también otros',
  },
  options: {
    name: 'Parte del título; si falta, el próximo evento',
    role: 'El rol que juegas',
    character: 'El personaje con el que vienes',
    search: 'Parte de un nombre',
    rank: 'Rango; 0 es el maestro de hermandad',
    recipe: 'Parte de la receta o de lo que fabrica',
    from: 'Primer día, como 2026-12-24',
    to: 'Último día; si falta, el mismo',
    note: 'Motivo, para los oficiales',
    member: 'Un miembro; solo oficiales',
    guild: 'La hermandad, si varias comparten el servidor',
  },
  works: 'Funciona: este servidor llega a Guildhall.',
  muted: (address) => `Desactivado. Puedes volver a activarlo aquí: <${address}>`,
};
