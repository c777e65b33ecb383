/** The XML that EQdkp-Plus exports: its players, each with its main and its points. */
import { SaxesParser } from 'saxes';
import { checkRows, checkText } from './decode-text.ts';
import { FormatError } from './format-error.ts';
import { type CharacterRow, classWord, shortText } from './rows.ts';

type Player = { line: number; fields: Map<string, string> };

/** Throws `FormatError`. Documents with a DOCTYPE are refused, so there is no entity to expand. */
export function readEqdkp(text: string): CharacterRow[] {
  const players = checkedPlayers(text);
  const names = new Map(players.map(({ fields }) => [fields.get('id'), fields.get('name')]));
  return players.map(({ line, fields }) => {
    const name = nameOf({ line, fields });
    const mainId = fields.get('main_id');
    const mainName = shortText(names.get(mainId) ?? fields.get('main_name'), 100);
    const isMain = mainId === undefined ? null : mainId === fields.get('id');
    return {
      kind: 'character',
      line,
      externalId: fields.get('id') ?? null,
      name,
      realm: null,
      className: classWord(fields.get('class_name')),
      discordId: null,
      role: null,
      note: null,
      main: isMain === false && mainName ? { name: mainName, realm: null } : null,
      isMain: isMain === true ? true : null,
      standing: null,
    };
  });
}

/** Points of one pool: those of all characters of a person, which stand at each of them. Throws `FormatError`. */
export function readEqdkpPoints(text: string) {
  return checkedPlayers(text).map((player) => {
    const { line, fields } = player;
    if (fields.has(SECOND_POOL)) {
      const message = 'This has several pools of points. Show one of them in EQdkp-Plus, and export it.';
      throw new FormatError('another_kind', message, { line, field: 'multidkp_points' });
    }
    const written = fields.get('points_current_with_twink') ?? fields.get('points_current') ?? '';
    return {
      ...{ line, name: nameOf(player), className: fields.get('class_name') ?? null },
      points: /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : null,
      isMain: (fields.get('main_id') ?? fields.get('id')) === fields.get('id'),
    };
  });
}

function checkedPlayers(text: string): Player[] {
  const players = playersOf(checkText(text));
  if (players.length === 0) {
    throw new FormatError('another_format', 'This is no export of EQdkp-Plus: it has no player.', { field: 'players' });
  }
  checkRows(
    players,
    ({ fields }) => [...fields.values()].join(),
    ({ line }) => line,
  );
  return players;
}

function nameOf({ line, fields }: Player): string {
  const name = shortText(fields.get('name'), 100);
  if (name === null)
    throw new FormatError('invalid_value', `Line ${line}: a player without a name.`, { line, field: 'name' });
  return name;
}

/** Stands for a second pool of a player. */
const SECOND_POOL = 'multidkp_points 2';

function playersOf(text: string): Player[] {
  const parser = new SaxesParser();
  const players: Player[] = [];
  const path: string[] = [];
  let player: Player | null = null;
  let content = '';
  parser.on('doctype', () => {
    throw new FormatError('not_xml', 'The XML has a DOCTYPE, which no export of EQdkp-Plus has.', {
      line: parser.line,
    });
  });
  parser.on('error', () => {
    const { line } = parser;
    throw new FormatError('not_xml', `The text is not valid XML at line ${line}. It may be cut: export it again.`, {
      line,
    });
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path.length > 50) {
      throw new FormatError('too_deep', 'The XML has more than 50 elements within each other.', { line: parser.line });
    }
    if (name === 'player' && path.at(-2) === 'players') player = { line: parser.line, fields: new Map() };
    content = '';
  });
  parser.on('text', (part) => {
    content += part;
  });
  parser.on('cdata', (part) => {
    content += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (name === 'player' && player && path.at(-1) === 'players') {
      players.push(player);
      player = null;
    } else if (player && path.at(-1) === 'player') player.fields.set(name, content.trim());
    else if (player && path.at(-1) === 'multidkp_points') {
      const isSecond = name === 'multidkp_id' && player.fields.has(name);
      player.fields.set(isSecond ? SECOND_POOL : name, content.trim());
    }
    content = '';
  });
  parser.write(text).close();
  return players;
}
