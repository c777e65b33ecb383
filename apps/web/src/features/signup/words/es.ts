import { pluralIn } from '../../../i18n/plural.ts';
import type { SignupWords } from './en.ts';

const plural = pluralIn('es');

export const words: SignupWords = {
  question: (title) => `Tu respuesta a ${title}`,
  in: 'Voy',
  maybe: 'Quizá',
  maybeShort: 'Quizá',
  no: 'No',
  place: (position) => `Puesto ${position}`,
  waiting: (position) => `Esperas en el puesto ${position}. Subirás automáticamente cuando alguien se vaya.`,
  comesAs: 'con',
  whoComes: (title) => `¿Quién viene a ${title}?`,
  character: 'Personaje',
  role: 'Función',
  also: 'También jugaría',
  alsoHint: 'Recibes el primero de tus roles que tenga plaza libre, y esperas por todos.',
  choice: (place) => `opción ${place}`,
  full: 'lleno, esperarás',
  note: 'Nota',
  noteHint: 'Pueden leerla todos los que ven el evento.',
  signUp: 'Apuntarse',
  noCharacter: 'No tienes ningún personaje aquí',
  noCharacterHint: 'Trae tus personajes o mete uno en esta hermandad.',
  noRole: (name) => `${name} no puede desempeñar ninguna función de este evento.`,
  gaveUp: (title) => `Has dejado tu plaza en ${title}.`,
  days: {
    away: 'Ausente',
    today: 'Hoy',
    nothing: 'Nada previsto',
    reset: (time) => `Reinicio ${time}`,
    people: (count) => plural(count, { one: '# va', other: '# van' }),
  },
  states: {
    signed_up: 'Vas',
    tentative: 'Dijiste quizá',
    declined: 'Dijiste que no',
    waitlist: 'Esperas una plaza',
    unanswered: 'No respondiste',
    closed: 'Inscripción cerrada',
    cancelled: 'Cancelado',
    draft: 'Aún sin publicar',
  },
  attendance: {
    present: 'Estuviste allí',
    late: 'Llegaste tarde',
    benched: 'Estuviste en el banquillo',
    excused: 'Estabas excusado',
    no_show: 'Faltaste',
  },
};
