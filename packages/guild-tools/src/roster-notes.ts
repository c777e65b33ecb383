/**
 * The notes of a roster: the text of Guild Roster Manager's export window, lines `name;note`, or the file in which the
 * addon keeps its members. Officers' notes and reasons of bans are not read.
 *
 * The window writes chosen columns in a fixed order, separated by `;` or another character and never quoted: it removes
 * the separator from notes instead. A spreadsheet that has saved it quotes cells. Headings are optional and in the
 * player's language; names have no realm unless that column is chosen. `Player Alts` is the family itself:
 * `A-Realm(main),B-Realm`.
 */
import { looseRows, separatorOf, withoutSeparatorLine } from '@guildhall/contracts/table-text.ts';
import { checkRows, checkText, MAX_ROWS } from './decode-text.ts';
import { fold, splitRealm } from './fold.ts';
import { FormatError } from './format-error.ts';
import { type LuaTable, type LuaValue, readLua } from './lua.ts';
import { plainCell } from './plain-cell.ts';
import { type CharacterRow, classWord, shortText } from './rows.ts';

const COLUMNS = { name: 0, rank: 0, level: 0, className: 0, mainOrAlt: 0, alts: 0, note: 0, realm: 0 };
type Column = keyof typeof COLUMNS;

const HEADINGS = new Map<string, Column>([
  ['name', 'name'],
  ['rank', 'rank'],
  ['level', 'level'],
  ['class', 'className'],
  ['main/alt', 'mainOrAlt'],
  ['player alts', 'alts'],
  ['public note', 'note'],
  ['note', 'note'],
  ['realm name', 'realm'],
]);

type Line = { line: number; cells: string[] };

/**
 * Throws `FormatError`, also where the columns cannot be told: headings in another language are assigned by hand.
 * `guild` chooses from a file that knows several.
 */
export function readRosterNotes(text: string, guild: string | null = null): CharacterRow[] {
  const checked = checkText(text);
  if (/^\s*GRM_\w+\s*=/.test(checked)) return membersOf(readLua(checked), guild);
  const lines = linesOf(checked);
  const [first, ...others] = lines;
  if (first === undefined) throw new FormatError('no_rows', 'There is no line in the text.');
  if (lines.every(({ cells }) => cells.length === 1)) {
    const message = 'No line has a note. Separate name and note by a semicolon, a comma or a tab.';
    throw new FormatError('another_format', message, { line: first.line });
  }
  const headings = first.cells.map((cell) => HEADINGS.get(cell.trim().toLowerCase()));
  const says = ['note', 'alts'] as const;
  const saysFamilies = says.some((column) => headings.includes(column));
  if (headings.includes('name') && saysFamilies) return others.map((line) => characterOf(line, headings));
  // Headings in another language, of which one is the same as in English.
  if (headings.includes('name') || saysFamilies) throw noHeadings(first.line);
  const columns = columnsBySight(lines);
  return lines.map((line) => characterOf(line, columns));
}

function linesOf(text: string): Line[] {
  const told = withoutSeparatorLine(text);
  const separator = told.separator ?? separatorOf(told.text);
  const rows = looseRows(told.text, separator, MAX_ROWS + 1);
  checkRows(
    rows,
    ({ cells }) => cells.join(separator),
    ({ line }) => line,
  );
  const spanning = rows.find(({ spans }) => spans);
  if (spanning) {
    const message = `Line ${spanning.line} has a quotation mark that is closed in a later line. Remove the mark, or the line break.`;
    throw new FormatError('another_format', message, { line: spanning.line });
  }
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(plainCell) }));
}

function columnsBySight(lines: readonly Line[]): (Column | undefined)[] {
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  if (width <= 2) return ['name', 'note'];
  throw noHeadings(lines[0]?.line ?? 1);
}

const noHeadings = (line: number) =>
  new FormatError(
    'missing_column',
    'The first line has no headings in English. Choose "Any table" and say which column holds the name and which the note.',
    { line },
  );

function characterOf({ line, cells }: Line, columns: readonly (Column | undefined)[]): CharacterRow {
  const cell = (column: Column) => shortText(cells[columns.indexOf(column)], 200);
  const written = cell('name');
  if (written === null) throw new FormatError('invalid_value', `Line ${line} has no name.`, { line, field: 'name' });
  const split = splitRealm(written);
  const realm = split.realm ?? cell('realm');
  const others = cellsOf(cell('alts'));
  const main = others.find(({ isMain }) => isMain) ?? null;
  return {
    kind: 'character',
    line,
    externalId: null,
    name: split.name,
    realm,
    className: classWord(cell('className')),
    discordId: null,
    role: null,
    note: cell('note'),
    main: main && { name: main.name, realm: main.realm },
    isMain: main === null && others.length > 0 && cell('mainOrAlt') !== null ? true : null,
    standing: null,
  };
}

/** `A-Realm(main),B-Realm`: the mark is in the player's language, so any bracket is one. */
function cellsOf(alts: string | null) {
  return (alts ?? '')
    .split(/[,;|]/)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => ({ ...splitRealm(entry.replace(/\([^()]*\)\s*$/, '')), isMain: /\([^()]*\)\s*$/.test(entry) }));
}

/** `GRM_GuildMemberHistory_Save = { ["Guild-Realm"] = { ["Name-Realm"] = { note, class } } }`. */
function membersOf(variables: LuaTable, guild: string | null): CharacterRow[] {
  const guilds = tableOf(variables.get('GRM_GuildMemberHistory_Save'));
  const named = [...guilds].filter(([name]) => guild !== null && fold(splitRealm(name).name) === fold(guild));
  const [only, ...others] = named.length > 0 ? named : [...guilds];
  if (only === undefined || others.length > 0) {
    throw new FormatError(
      'another_format',
      only === undefined
        ? 'The file has no members. Choose Guild_Roster_Manager.lua of the folder SavedVariables.'
        : 'The file has several guilds, and none with the name of this one. Paste the text of the export window instead.',
      { field: 'GRM_GuildMemberHistory_Save' },
    );
  }
  const members = [...tableOf(only[1])].filter(([, member]) => member instanceof Map);
  checkRows(
    members,
    ([name]) => name,
    ([name]) => members.findIndex(([other]) => other === name) + 1,
  );
  return members.map(([key, member], index) => {
    const own = tableOf(member);
    return {
      kind: 'character',
      line: index + 1,
      externalId: textOf(own.get('GUID')),
      ...splitRealm(textOf(own.get('name')) ?? key),
      className: classWord(textOf(own.get('class'))),
      discordId: null,
      role: null,
      note: textOf(own.get('note')),
      main: null,
      isMain: own.get('isMain') === true ? true : null,
      standing: null,
    };
  });
}

const tableOf = (value: LuaValue | undefined): LuaTable => (value instanceof Map ? value : new Map());
const textOf = (value: LuaValue | undefined) => (typeof value === 'string' ? shortText(value, 200) : null);
