import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { CraftersWords } from './en.ts';

const number = numbersIn('es');
const plural = pluralIn('es');

export const words: CraftersWords = {
  title: 'Quién fabrica',
  lead: 'Escribe lo que necesitas, en cualquier idioma del juego. Quienes más juegan van primero, con todos sus alters.',
  search: '¿Qué necesitas?',
  searchHint: 'Poción, anillo, armadura …',
  professions: 'Profesiones',
  tooShort: 'Con tres letras basta para empezar.',
  truncated: 'Muchas recetas coinciden; se muestran las más nuevas o parecidas. Escribe más para acotar.',
  results: 'Artesanos',
  found: (count) => plural(count, { one: '# artesano', other: '# artesanos' }),
  people: (count) => plural(count, { one: '# puede', other: '# pueden' }),
  coverage: (known, all) => `se sabe de ${number(known)} de ${number(all)} personajes`,
  nobody: 'Nadie aquí lo fabrica',
  nobodyHint: 'Prueba con otra palabra, o parte de ella. No aparece quien no comparte nada.',
  none: 'Aún no se conocen profesiones',
  noneHint: 'Llegan con los personajes de los miembros que los comparten.',
  more: 'Mostrar más',
  knows: (count) => plural(count, { one: '# receta', other: '# recetas' }),
  stale: 'de antes: el juego no respondió',
  neverPlayed: 'aún sin ver',
  copyWhisper: (name) => `Copiar un susurro a ${name}`,
  whisperFor: (recipe) => `¡Hola! ¿Podrías fabricarme «${recipe}»?`,
  whisper: (profession) => `¡Hola! Necesito algo de ${profession}. ¿Tienes un momento?`,
  copied: 'Copiado. Pégalo en el juego.',
  sharing: {
    label: 'Mis hermandades pueden ver qué fabrican mis personajes',
    hint: 'Incluye equipo, bandas y reputaciones. Sin ello nadie te encuentra aquí.',
    on: 'Tus hermandades ya lo ven.',
    off: 'Tus hermandades ya no lo ven.',
  },
  csv: {
    hint: 'Descargar lo mostrado como CSV',
    recipe: 'Receta',
    character: 'Personaje',
    person: 'Persona',
    profession: 'Profesión',
    skill: 'Habilidad',
    played: 'Última conexión',
  },
};
