/** The first lines of a table, for assigning its columns. The service reads the whole, and refuses what is no table. */
import type { ImportColumns } from '@guildhall/contracts/import.ts';

export type Meaning = keyof ImportColumns;
export type Table = readonly (readonly string[])[];

export const MEANINGS = ['name', 'realm', 'className', 'role', 'main', 'note', 'answer'] as const satisfies Meaning[];
const LINES = 4;
const MOST_COLUMNS = 100;

export function tableOf(text: string): Table {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/, LINES * 2);
  const filled = lines.filter((line) => line.trim()).slice(0, LINES);
  const separator = separatorOf(filled[0] ?? '');
  return filled.map((line) => cellsOf(line, separator).slice(0, MOST_COLUMNS));
}

/** The separator that the first line has most often, as the service chooses it. */
function separatorOf(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return [';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best), ',');
}

function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells.map((cell) => cell.trim().slice(0, 60));
}

/** Names that tools and spreadsheets give the columns. */
const HEADINGS: Record<Meaning, RegExp> = {
  name: /^(name|character|player|char|spieler|charakter|personaje|personnage|personagem|имя|персонаж)$/i,
  realm: /^(realm|server|realmname|reino|royaume|сервер)$/i,
  className: /^(class|classname|klasse|clase|classe|класс)$/i,
  role: /^(role|rolle|rol|rôle|função|роль)$/i,
  main: /^(main|main character|mainchar|hauptcharakter|principal|мейн)$/i,
  note: /^(note|public note|notes|notiz|nota|remarque|заметка)$/i,
  answer: /^(answer|status|attendance|response|antwort|respuesta|réponse|resposta|ответ)$/i,
};

const REMEMBERED = 'import-columns';
const keyOf = (table: Table) => (table[0] ?? []).join('|');

/** As the same headings were assigned before, or else as they say. */
export function guessColumns(table: Table): Partial<ImportColumns> {
  const remembered = readRemembered()[keyOf(table)];
  if (remembered) return remembered;
  const [headings = []] = table;
  const found = MEANINGS.flatMap((meaning) => {
    const at = headings.findIndex((heading) => HEADINGS[meaning].test(heading));
    return at < 0 ? [] : [[meaning, at] as const];
  });
  return Object.fromEntries(found);
}

const MOST_REMEMBERED = 20;

export function rememberColumns(table: Table, columns: Partial<ImportColumns>): void {
  if (Object.keys(columns).length === 0) return;
  const others = Object.entries(readRemembered()).filter(([key]) => key !== keyOf(table));
  try {
    const kept = [...others.slice(1 - MOST_REMEMBERED), [keyOf(table), columns]];
    localStorage.setItem(REMEMBERED, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage may be forbidden or full; the columns are assigned again then.
  }
}

function readRemembered(): Record<string, Partial<ImportColumns>> {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}');
  } catch {
    return {};
  }
}
