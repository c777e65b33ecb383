import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { CraftersWords } from './en.ts';

const number = numbersIn('de');
const plural = pluralIn('de');

export const words: CraftersWords = {
  title: 'Wer stellt her',
  lead: 'Tipp ein, was du brauchst, in jeder Sprache des Spiels. Wer am meisten spielt, steht vorn, mit allen Twinks.',
  search: 'Was brauchst du?',
  searchHint: 'Trank, Ring, Beinrüstung …',
  professions: 'Berufe',
  tooShort: 'Drei Buchstaben genügen für den Anfang.',
  truncated: 'Viele Rezepte passen; gezeigt werden die neuesten oder ähnlichsten. Tipp mehr, um einzugrenzen.',
  results: 'Handwerker',
  found: (count) => plural(count, { one: '# Treffer', other: '# Treffer' }),
  people: (count) => plural(count, { one: '# kann es', other: '# können es' }),
  coverage: (known, all) => `bekannt von ${number(known)} von ${number(all)} Charakteren`,
  nobody: 'Das kann hier niemand herstellen',
  nobodyHint: 'Versuch ein anderes Wort oder einen Teil davon. Wer nichts teilt, wird nicht gefunden.',
  none: 'Noch sind keine Berufe bekannt',
  noneHint: 'Sie kommen mit den Charakteren der Mitglieder, die sie teilen.',
  more: 'Mehr zeigen',
  knows: (count) => plural(count, { one: '# Rezept', other: '# Rezepte' }),
  stale: 'von früher: das Spiel antwortet nicht',
  neverPlayed: 'noch nie gesehen',
  copyWhisper: (name) => `Flüstern an ${name} kopieren`,
  whisperFor: (recipe) => `Hi! Könntest du mir „${recipe}“ herstellen?`,
  whisper: (profession) => `Hi! Ich brauche etwas aus ${profession}. Hast du kurz Zeit?`,
  copied: 'Kopiert. Füg es im Spiel ein.',
  sharing: {
    label: 'Meine Gilden dürfen sehen, was meine Charaktere herstellen',
    hint: 'Dazu gehören Ausrüstung, Schlachtzüge und Ruf. Ohne das findet dich hier niemand.',
    on: 'Deine Gilden sehen es jetzt.',
    off: 'Deine Gilden sehen es nicht mehr.',
  },
  csv: {
    hint: 'Das Gezeigte als CSV herunterladen',
    recipe: 'Rezept',
    character: 'Charakter',
    person: 'Person',
    profession: 'Beruf',
    skill: 'Fertigkeit',
    played: 'Zuletzt gespielt',
  },
};
