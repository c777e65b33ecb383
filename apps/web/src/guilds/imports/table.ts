/** The first lines of a table, for assigning its columns. The service reads the whole, and refuses what is no table. */
import { unguarded } from '@guildhall/contracts/csv.ts';
import type { ImportColumns } from '@guildhall/contracts/import.ts';
import { looseRows, separatorOf, withoutSeparatorLine } from '@guildhall/contracts/table-text.ts';

export type Meaning = keyof ImportColumns;
export type Table = readonly (readonly string[])[];

export const MEANINGS = ['name', 'realm', 'className', 'role', 'main', 'note', 'answer'] as const satisfies Meaning[];
const LINES = 4;
/** More than four lines that the service takes. */
const LETTERS = 20_000;
const MOST_COLUMNS = 100;

export function tableOf(text: string): Table {
  const told = withoutSeparatorLine(text.replace(/^\uFEFF/, ''));
  const separator = told.separator ?? separatorOf(told.text);
  const rows = looseRows(told.text.slice(0, LETTERS), separator, LINES);
  return rows.map(({ cells }) => cells.slice(0, MOST_COLUMNS).map((cell) => unguarded(cell.trim()).slice(0, 60)));
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
    return Object(JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}'));
  } catch {
    return {};
  }
}
