import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { CraftersWords } from './en.ts';

const number = numbersIn('fr');
const plural = pluralIn('fr');

export const words: CraftersWords = {
  title: 'Qui fabrique',
  lead: 'Tapez ce qu’il vous faut, dans n’importe quelle langue du jeu. Les plus actifs viennent d’abord, avec tous leurs rerolls.',
  search: 'De quoi avez-vous besoin ?',
  searchHint: 'Potion, anneau, renfort …',
  professions: 'Métiers',
  tooShort: 'Trois lettres suffisent pour commencer.',
  truncated: 'Beaucoup de recettes conviennent ; les plus récentes ou proches sont affichées. Précisez pour affiner.',
  results: 'Artisans',
  found: (count) => plural(count, { one: '# artisan', other: '# artisans' }),
  people: (count) => plural(count, { one: '# le peut', other: '# le peuvent' }),
  coverage: (known, all) => `connu pour ${number(known)} personnages sur ${number(all)}`,
  nobody: 'Personne ici ne le fabrique',
  nobodyHint: 'Essayez un autre mot, ou une partie. Qui ne partage rien n’apparaît pas.',
  none: 'Aucun métier connu',
  noneHint: 'Ils arrivent avec les personnages des membres qui les partagent.',
  more: 'Afficher plus',
  knows: (count) => plural(count, { one: '# recette', other: '# recettes' }),
  stale: 'd’avant : le jeu n’a pas répondu',
  neverPlayed: 'jamais vu',
  copyWhisper: (name) => `Copier un chuchotement à ${name}`,
  whisperFor: (recipe) => `Salut ! Pourrais-tu me fabriquer « ${recipe} » ?`,
  whisper: (profession) => `Salut ! J’ai besoin de quelque chose en ${profession}. Tu as une minute ?`,
  copied: 'Copié. Collez-le dans le jeu.',
  sharing: {
    label: 'Mes guildes peuvent voir ce que mes personnages fabriquent',
    hint: 'Cela comprend équipement, raids et réputations. Sans cela, personne ne vous trouve ici.',
    on: 'Vos guildes le voient maintenant.',
    off: 'Vos guildes ne le voient plus.',
  },
  csv: {
    hint: 'Télécharger ce qui est affiché en CSV',
    recipe: 'Recette',
    character: 'Personnage',
    person: 'Personne',
    profession: 'Métier',
    skill: 'Compétence',
    played: 'Dernière connexion',
  },
};
