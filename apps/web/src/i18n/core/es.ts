import { reasons } from '../errors/es.ts';
import { pluralIn } from '../plural.ts';
import type { CoreWords } from './en.ts';

const plural = pluralIn('es');

export const words: CoreWords = {
  ui: {
    close: 'Cerrar',
    cancel: 'Cancelar',
    undo: 'Deshacer',
    tryAgain: 'Intentarlo otra vez',
    loading: 'Cargando',
    nothingFound: 'No se encontró nada',
    requestId: 'Petición',
    typeToConfirm: (name) => `Escribe «${name}» para confirmar`,
  },
  roles: { tank: 'tanque', healer: 'sanación', melee: 'cuerpo a cuerpo', ranged: 'a distancia', flex: 'flexible' },
  time: {
    asOf: (ago) => `datos: ${ago}`,
    next: (soon) => `siguiente: ${soon}`,
    neverFetched: 'aún sin datos',
    guildTime: (time, zone) => `${time} hora de la hermandad, ${zone}`,
  },
  failure: {
    titles: {
      refused: 'No ha funcionado',
      forbidden: 'No puedes ver esto',
      missing: 'Aquí no hay nada',
      conflict: 'Algo lo impide',
      limited: 'Un poco más despacio',
      fault: 'Algo ha fallado por nuestra parte',
      offline: 'Sin conexión',
    },
    advice: {
      waitSeconds: (seconds) =>
        plural(seconds, { one: 'Inténtalo dentro de # segundo.', other: 'Inténtalo dentro de # segundos.' }),
      offline: 'Revisa tu red. Todo volverá por sí solo.',
      fault: 'Inténtalo otra vez. Si sigue igual, comunica el número de abajo.',
    },
  },
  reasons,
  shell: {
    skip: 'Saltar al contenido',
    main: 'Principal',
    mine: 'Lo mío',
    week: 'Mi semana',
    weekTab: 'Semana',
    events: 'Eventos',
    roster: 'Miembros',
    characters: 'Personajes',
    guildHome: 'Sede de la hermandad',
    more: 'Más',
    switchGuild: 'Cambiar de hermandad',
    noGuild: 'Aún sin hermandad',
    find: 'Buscar lo que sea',
    findHint: 'Páginas, hermandades, personajes',
    pages: 'Páginas',
    guilds: 'Hermandades',
    actions: 'Acciones',
    results: (count) => plural(count, { one: '# resultado', other: '# resultados' }),
    shortcuts: 'Atajos de teclado',
    shortcutSearch: 'Buscar en esta página',
    account: 'Tu cuenta',
    theme: 'Tema',
    themes: { dark: 'Oscuro', light: 'Claro', system: 'Sistema' },
    language: 'Idioma',
    signIn: 'Entrar',
    signOut: 'Cerrar sesión',
    signedOut: 'Se cerró tu sesión. Entra para continuar.',
    offline: 'Estás sin conexión. Lo que ves es de antes.',
    reconnecting: 'Reconectando…',
    newVersion: 'Hay una versión nueva.',
    reload: 'Recargar',
    lost: 'Esta página no existe',
    lostHint: 'Quizá la dirección es antigua o está mal escrita.',
    toWeek: 'A mi semana',
  },
};
