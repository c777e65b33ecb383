/** Any table: CSV with the separator it has, whose columns an officer assigns. */
import { type Separator, separatorOf, withoutSeparatorLine } from '@guildhall/contracts/table-text.ts';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { checkRows, checkText, MAX_ROWS } from './decode-text.ts';
import { fold, splitRealm } from './fold.ts';
import { FormatError } from './format-error.ts';
import { plainCell } from './plain-cell.ts';
import {
  type AnswerRow,
  type AnswerStatus,
  type CharacterRow,
  classWord,
  type ImportedRow,
  roleWord,
  shortText,
} from './rows.ts';

export type Table = { separator: string; rows: { line: number; cells: string[] }[] };

/** Which column, counted from 0, holds what. With `answer`, rows are answers to one evening. */
export type Columns = {
  name: number;
  realm?: number | undefined;
  className?: number | undefined;
  role?: number | undefined;
  main?: number | undefined;
  note?: number | undefined;
  standing?: number | undefined;
  answer?: number | undefined;
};

/** Throws `FormatError` with the line. Rows may differ in length. `known` is the separator, where the format says it. */
export function readTable(text: string, known: Separator | null = null): Table {
  const told = withoutSeparatorLine(checkText(text));
  const lines = told.text.replaceAll(/\r\n?/g, '\n');
  const separator = known ?? told.separator ?? separatorOf(lines);
  try {
    const records = parse(lines, {
      delimiter: separator,
      info: true,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_ROWS + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[]; // `info: true` has no type of its own
    const rows = records.map(({ record, info }) => ({ line: info.lines, cells: record.map(plainCell) }));
    checkRows(
      rows,
      ({ cells }) => cells.join(separator),
      ({ line }) => line,
    );
    if (rows.length === 0) throw new FormatError('no_rows', 'There is no line in the text.');
    return { separator, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at: unknown = Reflect.get(error, 'lines');
    const line = typeof at === 'number' ? at : null;
    const problem = PROBLEMS.get(error.code) ?? 'cannot be read as a line of a table';
    throw new FormatError('another_format', `Line ${line ?? 1} ${problem}.`, { line });
  }
}

const PROBLEMS = new Map<string, string>([
  ['CSV_QUOTE_NOT_CLOSED', 'has a quotation mark that is never closed'],
  ['CSV_INVALID_CLOSING_QUOTE', 'has text behind a quotation mark that closes a cell'],
  ['INVALID_OPENING_QUOTE', 'has a quotation mark in a cell that does not begin with one'],
]);

/** The rows of a table, without its first line if that holds the headings. */
export function assignColumns(table: Table, columns: Columns, hasHeadings: boolean): ImportedRow[] {
  const [first] = table.rows;
  if (hasHeadings && first && table.rows.length === 1) {
    const message =
      'There is one line, and it would be the headings. Say that the first line is no headings, or add more.';
    throw new FormatError('no_rows', message, { line: first.line });
  }
  const rows = hasHeadings ? table.rows.slice(1) : table.rows;
  return rows.map(({ line, cells }) => {
    const cell = (column: number | undefined) => (column === undefined ? null : shortText(cells[column], 200));
    const written = cell(columns.name);
    if (written === null) throw new FormatError('invalid_value', `Line ${line} has no name.`, { line, field: 'name' });
    const { name, realm } = splitRealm(written);
    const main = cell(columns.main);
    const person = {
      line,
      externalId: null,
      name,
      realm: cell(columns.realm) ?? realm,
      className: classWord(cell(columns.className)),
      discordId: null,
      role: roleWord(cell(columns.role)),
      note: cell(columns.note),
    };
    if (columns.answer !== undefined) return answerOf(person, cell(columns.answer), cell(columns.role));
    return { ...person, kind: 'character', ...familyOf(person, main), standing: standingOf(cell(columns.standing)) };
  });
}

type Named = Pick<CharacterRow, 'name' | 'realm'>;

function familyOf({ name, realm }: Named, written: string | null): Pick<CharacterRow, 'main' | 'isMain'> {
  const main = written === null ? null : splitRealm(written);
  if (!main || fold(main.name) !== fold(name)) return { main, isMain: null };
  const isElsewhere = main.realm !== null && realm !== null && fold(main.realm) !== fold(realm);
  return isElsewhere ? { main, isMain: null } : { main: null, isMain: true };
}

const STANDINGS = new Set(['main', 'trial', 'bench', 'social']);

function standingOf(text: string | null): CharacterRow['standing'] {
  const word = (text ?? '').toLowerCase();
  return STANDINGS.has(word) ? (word as CharacterRow['standing']) : null; // one of the set
}

const ANSWERS = new Map<string, AnswerStatus>([
  ...['yes', 'present', 'accepted', 'signed up', 'signed_up', 'late'].map((word) => [word, 'signed_up'] as const),
  ...['no', 'absent', 'absence', 'declined'].map((word) => [word, 'declined'] as const),
  ...['maybe', 'tentative'].map((word) => [word, 'tentative'] as const),
  ...['bench', 'standby', 'waitlist'].map((word) => [word, 'waitlist'] as const),
]);

function answerOf(
  person: Omit<AnswerRow, 'kind' | 'night' | 'status' | 'column' | 'answeredAt'>,
  answer: string | null,
  column: string | null,
): AnswerRow {
  const status = ANSWERS.get((answer ?? '').toLowerCase());
  if (status === undefined) {
    const message = `Line ${person.line}: the answer is none of yes, no, maybe and bench. Change it and try again.`;
    throw new FormatError('invalid_value', message, { line: person.line, field: 'answer' });
  }
  const night = { externalId: null, title: null, startsAt: null, endsAt: null, day: null };
  const late = (answer ?? '').toLowerCase() === 'late' ? 'Late' : null;
  const note = shortText([late, person.note].filter(Boolean).join(': '), 200);
  return {
    ...{ ...person, kind: 'answer', night, status, note },
    ...{ column: person.role === null ? column : null, answeredAt: null },
  };
}
