import { describe, expect, test } from 'vitest';
import { readEqdkp } from './eqdkp.ts';
import { plainCell } from './plain-cell.ts';
import { eventsOfServer, RaidHelperEvents, readRaidHelperEvent } from './raid-helper.ts';
import { readRosterNotes } from './roster-notes.ts';
import { assignColumns, readTable } from './table.ts';
import { refusalOf } from './test-refusals.ts';
import { readThatsMyBis } from './thats-my-bis.ts';
import { readWowaudit } from './wowaudit.ts';

describe('an event of Raid-Helper', () => {
  const signUp = { id: 7, name: 'Ysolde', className: 'Warrior', specName: 'Fury', userId: '458985568202095686' };
  const answerTo = (fields: object, event: object = {}) =>
    readRaidHelperEvent(JSON.stringify({ id: '1', signUps: [{ ...signUp, ...fields }], ...event }))[0];

  test.each([
    ['Absence', 'declined', null],
    ['Bench', 'waitlist', null],
    ['Late', 'signed_up', 'Late'],
    ['Tentative', 'tentative', null],
    ['Warrior', 'signed_up', null],
  ])('the column %s is the answer %s', (className, status, note) => {
    expect(answerTo({ className, status: 'primary' })).toMatchObject({ status, note, externalId: '7' });
  });

  test('a queued sign-up waits', () => {
    expect(answerTo({ status: 'queued' })).toMatchObject({ status: 'waitlist' });
  });

  test.each([
    [{ className: 'Tank' }, 'tank'],
    [{ className: 'Healer' }, 'healer'],
    [{ className: 'Ranged', roleName: 'Dps' }, 'ranged'],
    [{ className: 'Warrior', roleName: 'Tanks', specName: 'Protection1' }, 'tank'],
    [{ className: 'Paladin', roleName: undefined, specName: 'Protection1' }, 'tank'],
    [{ className: 'Mage', specName: 'Frost' }, 'ranged'],
    [{ className: 'DK', specName: 'Frost' }, 'melee'],
    [{ className: 'Late', specName: 'Holy1' }, 'healer'],
  ])('%j has the role %s', (fields, role) => {
    expect(answerTo(fields)).toMatchObject({ role, column: null });
  });

  test("a guild's own spec has the role of its template, else its words are kept to ask", () => {
    const own = { className: 'Dps', cClassName: 'Fighters', specName: 'Ravager', cSpecName: 'Ravager' };
    const classes = [{ specs: [{ name: 'Ravager', roleName: 'Melee' }] }];
    expect(answerTo(own, { classes })).toMatchObject({ role: 'melee' });
    expect(answerTo(own)).toMatchObject({ role: null, column: 'Fighters Ravager' });
    expect(answerTo({ ...own, className: 'Absence' })).toMatchObject({ role: null, column: null });
  });

  test('has the night, as exactly as it says', () => {
    expect(answerTo({}, { title: 'Raid', startTime: 1_769_799_600, endTime: '1769810400' })?.night).toEqual({
      externalId: '1',
      title: 'Raid',
      startsAt: '2026-01-30T19:00:00.000Z',
      endsAt: '2026-01-30T22:00:00.000Z',
      day: null,
    });
    expect(answerTo({}, { date: '2-9-2026' })?.night).toMatchObject({ startsAt: null, day: '2026-09-02' });
  });

  test.each([
    ['{"id":1}', 'another_format', 'signUps', null],
    ['{"signUps":[{"name":"A"}]}', 'another_format', 'signUps.0.className', null],
    ['[]', 'another_format', null, null],
    ['{\n"signUps":[\n{', 'not_json', null, 3],
  ])('refuses %j', (text, reason, field, line) => {
    expect(refusalOf(() => readRaidHelperEvent(text))).toMatchObject({ reason, field, line });
  });

  test('refuses an entry of more than 4 kB', () => {
    const long = JSON.stringify({ signUps: [signUp, { ...signUp, specName: 'x'.repeat(5_000) }] });
    expect(refusalOf(() => readRaidHelperEvent(long))).toMatchObject({ reason: 'row_too_long', line: 2 });
  });
});

test('events of a server name their series without the number of the repetition', () => {
  const posted = { id: '20', title: 'Raid', startTime: 1_788_289_200, signUpCount: '21', scheduledId: '1507-4' };
  expect(eventsOfServer(RaidHelperEvents.parse({ postedEvents: [posted] }))).toEqual([
    { id: '20', title: 'Raid', startsAt: '2026-09-01T19:00:00.000Z', endsAt: null, signUps: 21, seriesId: '1507' },
  ]);
});

describe('roster notes', () => {
  test('are lines of name and note', () => {
    expect(readRosterNotes('Brackwyn-Stormvale;Aldertide\r\n\r\nDunmarrow;\r\n')).toMatchObject([
      { line: 1, name: 'Brackwyn', realm: 'Stormvale', note: 'Aldertide' },
      { line: 3, name: 'Dunmarrow', realm: null, note: null },
    ]);
  });

  test('of the export window name the family themselves, and what officers wrote is not read', () => {
    const text = [
      'Name,Class,Main/Alt,Player Alts,Public Note,Officer Note',
      'Aldertide,Druid,Main,Brackwyn-Stormvale;Cinder-Stormvale,raid lead,secret',
      'Brackwyn,Death Knight,Alt,Aldertide-Stormvale(Haupt);Cinder-Stormvale,=2+5,secret',
    ].join('\n');
    const rows = readRosterNotes(text);
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(rows).toMatchObject([
      { line: 2, name: 'Aldertide', className: 'druid', main: null, isMain: true, note: 'raid lead' },
      {
        line: 3,
        className: 'deathknight',
        main: { name: 'Aldertide', realm: 'Stormvale' },
        isMain: null,
        note: '=2+5',
      },
    ]);
  });

  test.each(['Nombre;Rango;Nota', 'Name;Rang;Stufe;Notiz', 'Name;Notiz', 'Name;Rank', 'Player;Note', 'Rank;Name'])(
    'with the headings %s, in another language or without notes, are assigned by hand',
    (headings) => {
      expect(refusalOf(() => readRosterNotes(`${headings}\nA;B;C`))).toMatchObject({
        reason: 'missing_column',
        line: 1,
      });
      expect(refusalOf(() => readRosterNotes(`${headings}\nA;B`))).toMatchObject({ reason: 'missing_column' });
    },
  );

  test('have their note under the heading Note, too, and in whichever column', () => {
    const expected = [{ line: 2, name: 'Brack', note: 'Cinder' }];
    expect(readRosterNotes('Name;Note\nBrack;Cinder')).toMatchObject(expected);
    expect(readRosterNotes('Note,Rank,Name\nCinder,Alt,Brack')).toMatchObject(expected);
  });

  test('are read without the quotation marks of a spreadsheet, and with those that players write', () => {
    const rows = readRosterNotes('"Brackwyn";"Alder""tide"""\nCinder;"the" tank\nDun;"a; b"\nElm;"lol');
    expect(rows.map(({ line, name, note }) => [line, name, note])).toEqual([
      [1, 'Brackwyn', 'Alder"tide"'],
      [2, 'Cinder', '"the" tank'],
      [3, 'Dun', 'a; b'],
      [4, 'Elm', '"lol'],
    ]);
    expect(refusalOf(() => readRosterNotes('A;b\nC;"d\ne";f'))).toMatchObject({ reason: 'another_format', line: 2 });
  });

  test('keep their columns where a line lacks its note', () => {
    expect(readRosterNotes('A,alt of C\nB\nC,tank; heal').map(({ name, note }) => [name, note])).toEqual([
      ['A', 'alt of C'],
      ['B', null],
      ['C', 'tank; heal'],
    ]);
  });

  test('end their lines as any system does', () => {
    expect(readRosterNotes('A;b\rC;d\r').map(({ line, name, note }) => [line, name, note])).toEqual([
      [1, 'A', 'b'],
      [2, 'C', 'd'],
    ]);
  });

  test.each(['Brack alt of Cinder\nCinder', 'Brack'])('in which no line has a second cell are refused: %j', (text) => {
    expect(refusalOf(() => readRosterNotes(text))).toMatchObject({ reason: 'another_format', line: 1 });
  });

  test('without a name are refused with their line', () => {
    expect(refusalOf(() => readRosterNotes('A;b\n;c'))).toMatchObject({ line: 2, field: 'name' });
  });

  test("of the addon's file are those of the guild, without what officers wrote", () => {
    const member = (name: string) =>
      `["${name}"] = { name = "${name}", note = "Aldric", officerNote = "secret", class = "MAGE" },`;
    const text = `GRM_GuildMemberHistory_Save = { ["Nine Fold-X"] = { ${member('Brack-Near')} }, ["B-X"] = { ${member('No-X')} } }`;
    const rows = readRosterNotes(text, 'Ninefold');
    expect(rows).toMatchObject([{ name: 'Brack', realm: 'Near', note: 'Aldric', className: 'mage' }]);
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(refusalOf(() => readRosterNotes(text))).toMatchObject({ reason: 'another_format' });
  });
});

describe('a document of wowaudit', () => {
  const character = { id: 5, name: 'Ysolde', realm: 'Highmere', class: 'Death Knight', role: 'Heal', rank: 'Trial' };

  test.each([[[character]], [{ characters: [character] }]])('may be a list of characters: %#', (document) => {
    expect(readWowaudit(JSON.stringify(document))).toMatchObject([
      {
        kind: 'character',
        name: 'Ysolde',
        realm: 'Highmere',
        className: 'deathknight',
        role: 'healer',
        standing: 'trial',
      },
    ]);
  });

  test('may be a raid, whose hour is not guessed', () => {
    const signups = ['Present', 'Absent', 'Tentative', 'Late', 'Standby', 'Unknown'].map((status) => ({
      character,
      status,
    }));
    const raid = { id: 9, date: '2026-09-02', start_time: '20:00', instance: 'Keep', difficulty: 'Heroic', signups };
    const rows = readWowaudit(JSON.stringify(raid));
    expect(rows.map((row) => row.kind === 'answer' && row.status)).toEqual([
      'signed_up',
      'declined',
      'tentative',
      'signed_up',
      'waitlist',
    ]);
    expect(rows[3]).toMatchObject({
      note: 'Late',
      night: { day: '2026-09-02', startsAt: null, title: 'Keep, Heroic' },
    });
  });

  test('with an answer that is unknown is refused, and one of nobody who answered is left out', () => {
    const raid = (status: string) =>
      JSON.stringify({
        id: 9,
        date: '2026-09-02',
        signups: ['Present', status].map((one) => ({ character, status: one })),
      });
    expect(readWowaudit(raid('unknown'))).toHaveLength(1);
    expect(refusalOf(() => readWowaudit(raid('Vielleicht')))).toMatchObject({
      ...{ reason: 'invalid_value', line: 2, field: 'signups.1.status' },
    });
  });

  test('that ends too early is refused at its last line', () => {
    expect(refusalOf(() => readWowaudit('[\n{"id": 5},\n'))).toMatchObject({ reason: 'not_json', line: 2 });
  });

  test('is refused with the field', () => {
    const document = JSON.stringify([character, { ...character, id: 'x' }]);
    expect(refusalOf(() => readWowaudit(document))).toMatchObject({ reason: 'another_format', field: '1.id' });
  });
});

test('characters of thatsmybis belong to the one of their member that is no alt', () => {
  const character = { class: 'Mage', spec: 'Frost', member_id: 3, officer_note: 'secret' };
  const rows = readThatsMyBis(
    JSON.stringify([
      { ...character, id: 1, name: 'Main', is_alt: 0, discord_id: '458985568202095686' },
      { ...character, id: 2, name: 'Alt', is_alt: 1 },
      { ...character, id: 3, name: 'Other', member_id: null },
    ]),
  );
  expect(rows).toMatchObject([
    { name: 'Main', isMain: true, main: null, role: 'ranged', discordId: '458985568202095686' },
    { name: 'Alt', isMain: null, main: { name: 'Main' } },
    { name: 'Other', isMain: null, main: null },
  ]);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

describe('an export of EQdkp', () => {
  const player = (id: number, name: string, main: number) =>
    `<player><id>${id}</id><name>${name}</name><main_id>${main}</main_id><class_name>Shaman</class_name><points><x><id>9</id></x></points></player>`;

  test('has players with their mains', () => {
    const xml = `<?xml version="1.0"?>\n<response><eqdkp><name>G</name></eqdkp><players>\n${player(1, 'Ädel &amp; x', 1)}\n${player(2, 'Twink', 1)}</players></response>`;
    expect(readEqdkp(xml)).toMatchObject([
      { line: 3, externalId: '1', name: 'Ädel & x', isMain: true, main: null, className: 'shaman' },
      { line: 4, externalId: '2', isMain: null, main: { name: 'Ädel & x' } },
    ]);
  });

  test('may have its texts in CDATA', () => {
    const xml = player(1, '<![CDATA[Ädel & x]]>', 1);
    expect(readEqdkp(`<response><players>${xml}</players></response>`)).toMatchObject([{ name: 'Ädel & x' }]);
  });

  test.each([
    ['<response>\n<players><player>', 'not_xml'],
    ['<!DOCTYPE x [<!ENTITY a "b">]><players><player><name>&a;</name></player></players>', 'not_xml'],
    ['<players><player><name>&a;</name></player></players>', 'not_xml'],
    ['<response/>', 'another_format'],
    ['<a>'.repeat(60), 'too_deep'],
    ['{}', 'not_xml'],
  ])('M-01: refuses %j', (xml, reason) => {
    expect(refusalOf(() => readEqdkp(xml))).toMatchObject({ reason });
  });
});

describe('any table', () => {
  test('is read by the columns that are assigned', () => {
    const table = readTable('\uFEFFWho;Main of;Rank\n"Ys;olde-Highmere";Ysolde;Trial\nYsolde;Ysolde;Boss\n');
    expect(table.rows[0]).toEqual({ line: 1, cells: ['Who', 'Main of', 'Rank'] });
    expect(assignColumns(table, { name: 0, main: 1, standing: 2 }, true)).toMatchObject([
      { line: 2, name: 'Ys;olde', realm: 'Highmere', main: { name: 'Ysolde', realm: null }, standing: 'trial' },
      { line: 3, name: 'Ysolde', main: null, isMain: true, standing: null },
    ]);
  });

  test.each([
    ['Ädel', 'ädel', true],
    ['Ädel', 'A\u0308del', true],
    ['Ädel-Far Reach', 'Ädel-farreach', true],
    ['Ädel-Far Reach', 'Ädel-Highmere', null],
    ['Ädel', 'Adel', null],
  ])('takes %s, whose main is %s, for the main: %j', (name, main, isMain) => {
    const [row] = assignColumns(readTable(`${name},${main}`), { name: 0, main: 1 }, false);
    expect(row).toMatchObject({ isMain });
  });

  test('has answers where a column holds them', () => {
    const table = readTable('A,yes,Tank\nB,Maybe,Fighter');
    expect(assignColumns(table, { name: 0, answer: 1, role: 2 }, false)).toMatchObject([
      { kind: 'answer', status: 'signed_up', role: 'tank', column: null },
      { kind: 'answer', status: 'tentative', role: null, column: 'Fighter' },
    ]);
    const refusal = refusalOf(() => assignColumns(readTable('A,perhaps'), { name: 0, answer: 1 }, false));
    expect(refusal).toMatchObject({ line: 1, field: 'answer' });
  });

  test('says of an answer that it is late', () => {
    const late = assignColumns(readTable('A,Late,\nB,late,after ten'), { name: 0, answer: 1, note: 2 }, false);
    expect(late).toMatchObject([
      { status: 'signed_up', note: 'Late' },
      { status: 'signed_up', note: 'Late: after ten' },
    ]);
  });

  test.each([
    ['Name;Roles\nCurlybill;tank, heal, dps', 'Curlybill', 'tank, heal, dps'],
    ['Curlybill;tank, heal, dps', 'Curlybill', 'tank, heal, dps'],
    ['e,f\n"a;b;c;d",x', 'a;b;c;d', 'x'],
    ['Name,Note\nA,"tank; heal\nfull; time"', 'A', 'tank; heal\nfull; time'],
    ['sep=;\nA,B;c', 'A,B', 'c'],
    ['"sep=,"\r\nA;B,c', 'A;B', 'c'],
    ['sep=\t\nA,B\tc', 'A,B', 'c'],
  ])('has the separator of all lines, outside of quotation marks: %j', (text, one, other) => {
    expect(readTable(text).rows.at(-1)?.cells).toEqual([one, other]);
  });

  test('keeps the numbers of its lines below a line that names the separator', () => {
    expect(readTable('sep=;\nA;B').rows).toEqual([{ line: 2, cells: ['A', 'B'] }]);
  });

  test('of one line that would be its headings is refused', () => {
    const refusal = refusalOf(() => assignColumns(readTable('Curlybill;tank'), { name: 0 }, true));
    expect(refusal).toMatchObject({ reason: 'no_rows', line: 1 });
  });

  test.each([
    ['a,b\n"c"d,e', 'behind a quotation mark'],
    ['a,b\nc"d",e', 'does not begin with one'],
    ['a,b\n"c,d', 'never closed'],
  ])('says which quotation mark of %j is wrong', (text, problem) => {
    const refusal = refusalOf(() => readTable(text));
    expect(refusal).toMatchObject({ line: 2, message: expect.stringContaining(problem) });
  });

  test.each([
    ['a,b\n"c,d', 'another_format', 2],
    ['a,b\n,d', 'invalid_value', 2],
    [`a,b\n${'x'.repeat(5_000)},c`, 'row_too_long', 2],
    ['a\n'.repeat(20_001), 'too_many_rows', null],
    ['\n\n', 'no_rows', null],
  ])('refuses %#', (text, reason, line) => {
    const parse = () => assignColumns(readTable(text), { name: 0 }, false);
    expect(refusalOf(parse)).toMatchObject({ reason, line });
  });

  test.each([
    ['=HYPERLINK("https://x","Text ""q""")', 'Text "q"'],
    ['=HYPERLINK("https://x";"Text")', 'Text'],
    ['=1+1', '=1+1'],
    ["'=1+1", '=1+1'],
    ["'+49", '+49'],
    ["'-", '-'],
    ["'@here", '@here'],
    ["a;'=b", 'a;=b'],
    ["O'Neill", "O'Neill"],
    ["'quoted'", "'quoted'"],
  ])('M-06: the cell %s is %s', (cell, text) => {
    expect(plainCell(cell)).toBe(text);
  });
});
