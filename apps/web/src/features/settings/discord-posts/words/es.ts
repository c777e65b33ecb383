import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { DiscordPostsWords } from './en.ts';

const number = numbersIn('es');
const plural = pluralIn('es');

export const words: DiscordPostsWords = {
  title: 'Eventos en Discord',
  lead: 'Cada evento se convierte en un mensaje con botones en los canales que elijas, y el mensaje sigue al evento.',
  states: {
    not_configured: 'Esta instalación no tiene bot de Discord. Su operador tiene que configurarlo.',
    no_server: 'Elige vuestro servidor en Discord para añadir el bot. Tienes que administrarlo allí.',
    not_confirmed:
      'Nadie que administre vuestro servidor de Discord responde ya por él. No se publica nada hasta que alguien lo añada de nuevo.',
    bot_removed: 'El bot ya no está en vuestro servidor de Discord. No se publica nada hasta que lo añadas de nuevo.',
  },
  bindingStates: {
    ok: 'Funciona',
    channel_gone: 'Este canal se ha borrado. Desconéctalo y elige otro.',
  },
  lacks: (permissions: string) =>
    `Al bot le faltan permisos aquí: ${permissions}. Dáselos en los ajustes del canal en Discord y comprueba de nuevo.`,
  permissions: {
    viewChannel: 'Ver canal',
    sendMessages: 'Enviar mensajes',
    embedLinks: 'Insertar enlaces',
    readMessageHistory: 'Leer el historial de mensajes',
  },
  posts: {
    shown: (count: number) => `${number(count)} visibles`,
    waiting: (count: number) => `${number(count)} en espera`,
    removed: (count: number) => `${number(count)} borrados a mano`,
    failed: (count: number) => `${number(count)} rechazados por Discord`,
  },
  details: { names: 'Con nombres', counts: 'Solo números' },
  types: { raid: 'Bandas', dungeon: 'Mazmorras', social: 'Social', pvp: 'JcJ', other: 'Otros' },
  daysAhead: (days: number) => plural(days, { one: '# día antes', other: '# días antes' }),
  install: 'Añadir a Discord',
  connected: 'El servidor está conectado.',
  installAgain: 'Añadir el bot de nuevo',
  mayCreateEvents: 'Permitir al bot crear eventos',
  installErrors: {
    state_mismatch: 'Has vuelto en otro navegador o demasiado tarde. Empieza de nuevo.',
    access_denied: 'No se eligió ningún servidor en Discord. Empieza de nuevo.',
    provider_unavailable: 'Discord no responde en este momento. Inténtalo más tarde.',
    other_chat_account: 'Has elegido con una cuenta de Discord distinta de la vinculada a tu perfil.',
    bot_not_added: 'El bot no está en el servidor. Empieza de nuevo y déjalo dentro.',
    not_chat_server_manager: 'No administras este servidor en Discord. Pídeselo a alguien que lo haga.',
    not_allowed: 'Ya no puedes cambiar esta hermandad.',
  },
  check: 'Comprobar de nuevo',
  checked: 'Se acaba de preguntar a Discord.',
  none: 'Aún no hay canal',
  noneHint: 'Elige dónde aparecen los eventos.',
  add: 'Añadir un canal',
  repost: 'Volver a publicar los borrados',
  reposted: (count: number) => `Publicados de nuevo: ${number(count)}`,
  test: 'Enviar una prueba',
  tested: 'La prueba está en el canal.',
  change: 'Cambiar',
  save: 'Guardar',
  saved: 'Guardado.',
  disconnect: 'Desconectar',
  disconnectConsequence: 'Se borran los mensajes de los próximos eventos. Los de eventos pasados se quedan.',
  disconnected: 'Desconectado.',
  channel: 'Canal',
  choose: 'Elige un canal',
  bound: 'ya conectado',
  lacking: 'el bot no puede publicar ahí',
  what: 'Qué se publica',
  leadDays: 'Días de antelación',
  leadDaysHint: 'Los eventos más lejanos esperan a su día.',
  evenIfPublic: 'Mostrar nombres aunque todo el servidor vea este canal',
  mirrors: 'Mostrar los próximos eventos también como eventos del servidor',
  mirrorsHint: 'Todo el servidor los ve encima de los canales: los próximos 25 de cuatro semanas.',
  mirrored: 'también como eventos del servidor',
  mirrorProblems: {
    lacks_permission:
      'Faltan eventos del servidor: el bot no puede crear eventos. Permíteselo a su rol en Discord y comprueba de nuevo.',
    too_many:
      'Faltan eventos del servidor: el servidor ya tiene 100, que es el máximo. El bot lo intentará de nuevo al día siguiente.',
  },
  mentions: 'Mencionar a quienes vienen',
  mentionsHint: 'En una respuesta al mensaje, salvo a quienes silencian los recordatorios.',
  mentionHours: { never: 'Nunca', 24: 'Un día antes', 1: 'Una hora antes' },
  mentioned: { 24: 'menciones un día antes', 1: 'menciones una hora antes' },
  disconnectQuestion: (channel: string) => `¿Desconectar #${channel}?`,
};
