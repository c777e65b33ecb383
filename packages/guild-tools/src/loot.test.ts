import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormatError } from './format-error.ts';
import { countsByDefault, knownResponse } from './loot-response.ts';
import { trackOf } from './loot-track.ts';
import { readLoot } from './read-loot.ts';
import type { AwardRow } from './rows.ts';
import { refusalOf } from './test-refusals.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const read = (...lines: string[]) => readLoot(lines.join('\n'), NOW);
const only = (rows: AwardRow[]) => {
  const [row, ...others] = rows;
  if (!row || others.length > 0) throw new Error(`${rows.length} rows`);
  return row;
};

const HEAD =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner \t';
const ITEM = 'item:160679::::::::120:104::5:3:4799:1477:4786';
type Cells = Partial<Record<string, string>>;
const csv = (cells: Cells = {}) =>
  HEAD.trim()
    .split(',')
    .map((name) => cells[name] ?? PLAIN[name] ?? '')
    .join(',');
const PLAIN: Cells = {
  ...{
    player: 'Emberlyn-Stormvale',
    date: '22/11/26',
    time: '23:14:07',
    id: '1795378447-4',
    item: '[Chain of Nine Wicks]',
  },
  ...{
    itemID: '160679',
    itemString: ITEM,
    response: 'Need',
    votes: '2',
    class: 'MAGE',
    instance: 'Cinderspire Citadel-Heroic',
  },
  ...{
    boss: 'Orrul',
    difficultyID: '15',
    mapID: '1',
    groupSize: '20',
    responseID: '1',
    isAwardReason: 'false',
    owner: 'Unknown',
  },
};

describe('the CSV of RCLootCouncil', () => {
  test('has awards whose only instant is in their id', () => {
    expect(only(read(HEAD, csv()))).toMatchObject({
      ...{ kind: 'award', tool: 'rclootcouncil', line: 2, name: 'Emberlyn', realm: 'Stormvale', className: 'mage' },
      ...{ externalId: '1795378447-4', receivedAt: '2026-11-22T20:14:07.000Z', dayOnly: false, itemId: 160_679 },
      ...{
        itemName: 'Chain of Nine Wicks',
        track: 'heroic',
        boss: 'Orrul',
        response: 'Need',
        votes: 2,
        unclaimed: false,
      },
    });
    const other = only(read(HEAD, csv({ date: '2019/1/2', time: '1:00:00' })));
    expect(other.receivedAt).toBe('2026-11-22T20:14:07.000Z');
  });

  test('quotes a field only for a comma, and leaves quotation marks in it as they are', () => {
    const item = '"[Khor, Hammer of the "Corrupted"]"';
    const row = only(
      read(
        HEAD,
        csv({ item, note: '"bis", said the "council"', boss: '"Uu’nat, Harbinger"' }).replace(
          '"bis", said',
          '"bis, said',
        ),
      ),
    );
    expect(row).toMatchObject({ itemName: 'Khor, Hammer of the "Corrupted"', boss: 'Uu’nat, Harbinger' });
    expect(only(read(HEAD, csv({ item: '[The "Quenched" Ring]', note: '"bis"' })))).toMatchObject({
      itemName: 'The "Quenched" Ring',
      note: '"bis"',
    });
  });

  test('doubles quotation marks in a field that it quotes, and in no other', () => {
    const row = only(read(HEAD, csv({ item: '[The "Quenched" Ring]', note: '"""bis"", said the council"' })));
    expect(row).toMatchObject({ itemName: 'The "Quenched" Ring', note: '"bis", said the council' });
  });

  test('that a spreadsheet has saved has texts of commas and quotation marks alone', () => {
    // With quotation marks that are not doubled, the response could be `, "`, and the note `"`.
    const line = csv({ response: '", "","', boss: '","', note: '",,"' });
    expect(only(read(HEAD, line))).toMatchObject({ response: ', ",', boss: ',', note: ',,' });
  });

  test('is refused where a line can be cut into columns in several ways', () => {
    // The response and the boss are `"` alone; or they are one text with four commas, and the note is five columns.
    const line = csv({ response: '"', boss: '"', note: '"a, b, c, d, e"' });
    const refusal = refusalOf(() => read(HEAD, csv(), line));
    expect(refusal).toMatchObject({ reason: 'another_format', line: 3 });
    expect(refusal.message).toContain('in several ways');
    expect(only(read(HEAD, line.replace(', e"', '"')))).toMatchObject({ response: '"', note: 'a, b, c, d' });
  });

  test('is refused in no time with a line of quotation marks', () => {
    const line = `a,${'",'.repeat(1_900)}${'x,'.repeat(30)}`;
    expect(refusalOf(() => read(HEAD, line))).toMatchObject({ reason: 'another_format', line: 2 });
  });

  test('has no award at a time that cannot be', () => {
    for (const id of ['1000000000-1', '1995378447-4', 'x-1', '1795378447']) {
      expect(only(read(HEAD, csv({ id })))).toMatchObject({ receivedAt: null });
    }
    const why = (id: string) => only(read(HEAD, csv({ id }))).whyNoTime;
    expect(['1795378447-4', '1000000000-1', 'x-1', ''].map(why)).toEqual([
      ...[null, 'impossible_time', 'no_time', 'no_time'],
    ]);
  });

  describe('that a spreadsheet has saved', () => {
    const quoted = (line: string, separator = ',') =>
      line
        .trim()
        .split(',')
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(separator);
    const expected = () => only(read(HEAD, csv({ note: 'one "or" two' })));

    test.each([
      ['with all cells quoted', [quoted(HEAD), quoted(csv({ note: 'one "or" two' }))]],
      ['with all cells of its rows quoted', [HEAD, quoted(csv({ note: 'one "or" two' }))]],
      ['with quotation marks doubled', [HEAD, csv({ note: '"one ""or"" two"' })]],
      ['with semicolons', [HEAD.replaceAll(',', ';'), csv({ note: '"one ""or"" two"' }).replaceAll(',', ';')]],
      ['with tabs, and all cells quoted', [quoted(HEAD, '\t'), quoted(csv({ note: 'one "or" two' }), '\t')]],
    ])('%s is read the same', (_, lines) => {
      expect(only(read(...lines))).toEqual(expected());
    });

    test('below the line of its separator is read the same, and one that is cut is refused', () => {
      const rows = [HEAD.replaceAll(',', ';'), csv({ note: 'x' }).replaceAll(',', ';')];
      expect(only(read('sep=;', ...rows))).toEqual({ ...only(read(HEAD, csv({ note: 'x' }))), line: 3 });
      const cut = rows.join('\n').slice(0, -30);
      expect(refusalOf(() => read(cut))).toMatchObject({ reason: 'another_format', line: 2 });
    });
  });

  test('gives back texts that a spreadsheet was kept from reading as a formula', () => {
    expect(only(read(HEAD, csv({ note: "'+1 please" }))).note).toBe('+1 please');
    const link = '"=HYPERLINK(""https://example.org/item"",""Chain"")"';
    expect(only(read(HEAD, csv({ item: link }))).itemName).toBe('Chain');
  });

  test('names a player the same however the name is written, and two items of one id are two awards', () => {
    const [one, other, another] = read(
      HEAD,
      csv({ player: 'Tester 8-X' }),
      csv({ player: 'Tester8-X' }),
      csv({ itemID: '2' }),
    );
    expect(one?.key).toBe(other?.key);
    expect(another?.key).not.toBe(one?.key);
    expect(one?.drop).toBe(other?.drop);
  });

  test.each([
    ['another_format', null, '^1^T^SPlayer^T'],
    ['missing_column', 1, `${HEAD.replace(',note', '')}\n${csv()}`],
    ['another_format', 3, `${HEAD}\n${csv()}\na,b,c`],
    ['invalid_value', 2, `${HEAD}\n${csv({ itemID: '', itemString: '' })}`],
    ['another_format', null, 'Item,ItemId,From\nA,1,B'],
    ['row_too_long', 2, `${HEAD}\n${csv({ note: 'x'.repeat(5_000) })}`],
  ])('is refused as %s in line %s', (reason, line, text) => {
    expect(refusalOf(() => readLoot(text, NOW))).toMatchObject({ reason, line });
  });

  test('has at most 20,000 rows', () => {
    const rows = Array.from({ length: 20_001 }, () => 'a');
    expect(refusalOf(() => read(HEAD, ...rows))).toMatchObject({ reason: 'too_many_rows' });
  });
});

test('the TSV has cells of links, and no difficulty but that of the item', () => {
  const head =
    'player\tdate\ttime\tid\titem\titemID\titemString\tresponse\tvotes\tclass\tinstance\tboss\tgear1\tgear2\tresponseID\tisAwardReason\trollType\tsubType\tequipLoc\tnote\towner\t';
  const link = '=HYPERLINK("https://example.org/item=160679";"Chain of Nine Wicks")';
  const row = `Emberlyn-Stormvale\t22/11/26\t1:2:3\t1795378447-4\t${link}\t160679\t${ITEM}\tNeed\t2\tMAGE\t\tOrrul\t\t\t1\tfalse\tnormal\tMail\tWaist\t\tUnknown\t`;
  expect(only(read(head, row))).toMatchObject({ itemName: 'Chain of Nine Wicks', track: 'heroic' });
  expect(only(read(head, row)).key).toBe(only(read(HEAD, csv())).key);
});

describe('the JSON of RCLootCouncil', () => {
  const entry = (more = '') =>
    `{"player":"Emberlyn-Stormvale","date":"x","time":"y","id":"1795378447-4","itemID":160679,"itemString":"${ITEM}","response":"Need","votes":0,"class":"MAGE","instance":"Cinderspire Citadel-Heroisch","boss":"Orrul","gear1":"","gear2":"","responseID":"1","isAwardReason":"false"${more},"owner":"U","itemName":"Chain","servertime":"1795378447"}`;

  test('has the same award as the CSV', () => {
    const row = only(readLoot(`[${entry()}]`, NOW));
    expect(row.key).toBe(only(read(HEAD, csv())).key);
    expect(only(readLoot(`[${entry(`,"note":"'=mine"`)}]`, NOW)).note).toBe('=mine');
    expect(row).toMatchObject({ itemName: 'Chain', track: 'heroic', receivedAt: '2026-11-22T20:14:07.000Z' });
  });

  test.each([
    ['a\\c', 'a\\c'],
    ['one\ntwo', 'one two'],
    ['said \\"yes\\"', 'said "yes"'],
    ['ends with \\', 'ends with \\'],
    ['\\"', '"'],
  ])('is repaired where the addon escapes too little: %j', (written, note) => {
    expect(only(readLoot(`[${entry(`,"note":"${written}"`)}]`, NOW)).note).toBe(note);
  });

  test('takes the item from its link, and names the place where a text is cut', () => {
    expect(only(readLoot(`[${entry().replace('"itemID":160679,', '')}]`, NOW)).itemId).toBe(160_679);
    const cut = `[${entry()},\n${entry(',"note":"a\\b"').slice(0, 100)}`;
    const refusal = refusalOf(() => readLoot(cut, NOW));
    expect(refusal).toMatchObject({ reason: 'not_json', line: 2 });
    expect(refusal.message).toContain(`character ${cut.length + 1}`);
  });
});

test('Gargul and Core Loot Manager know the day alone', () => {
  const gargul = read(
    'dateTime,character,itemID,offspec,id',
    '2026-11-22,Oakhild,19003,1,30683119361303814311',
    '2026-11-22,||de||,19002,0,31636244671303814311',
  );
  expect(gargul).toMatchObject([
    {
      tool: 'gargul',
      name: 'Oakhild',
      itemId: 19_002,
      response: 'Offspec',
      dayOnly: true,
      receivedAt: '2026-11-22T00:00:00.000Z',
    },
    { name: '', itemId: 19_002, response: 'Disenchant', unclaimed: true },
  ]);
  expect(only(read('date,name,itemID,id', '2026-11-22,Oakhild,42,123'))).toMatchObject({
    tool: 'clm',
    response: '',
    itemId: 42,
  });
});

test.each([
  ['dateTime,character,itemID,offspec,id', '2026-11-22,Oakhild,42,1,306831'],
  ['date,name,itemID,id', '2026-11-22,Oakhild,42,123'],
  ['type,character_name,item_id,received_at,note', 'received,Oakhild,42,2026-11-22 00:00:00,bis'],
  [
    'Time,Item ID,Item Name,Winner,Reserved,Raid Rolled,Disenchanted,Reason',
    '1795378447,42,Ring,Oakhild,1,0,0,because',
  ],
])('%s may be quoted, or separated by other marks', (head, line) => {
  const expected = read(head, line);
  const quoted = [head, line].map((one) => `"${one.replaceAll(',', '","')}"`);
  expect(read(...quoted)).toEqual(expected);
  expect(read(head, quoted[1] ?? '')).toEqual(expected);
  for (const separator of [';', '\t', '|']) {
    expect(read(...[head, line].map((one) => one.replaceAll(',', separator)))).toEqual(expected);
  }
  expect(refusalOf(() => read(head.replaceAll(',', ';'), `${line.replaceAll(',', ';')};;x`))).toMatchObject({
    line: 2,
  });
});

test('a day that cannot be read is said to be none', () => {
  const days = ['22.11.2026', '22/11/26', '11/22/2026', '1999-01-01'];
  const rows = read('date,name,itemID,id', ...days.map((day, place) => `${day},Oakhild,42,${place}`));
  expect(rows.map(({ whyNoTime }) => whyNoTime)).toEqual(['no_time', 'no_time', 'no_time', 'impossible_time']);
  expect(rows.map(({ receivedAt }) => receivedAt)).toEqual([null, null, null, null]);
});

test('an award without an id has no instant where the id holds it, and else the day and its place', () => {
  expect(only(read(HEAD, csv({ date: '2026-11-22', id: '' })))).toMatchObject({
    receivedAt: null,
    whyNoTime: 'no_time',
  });
  const gargul = ['2026-11-22,Oakhild,42,0,', '2026-11-22,Oakhild,42,0,', '2026-11-22,Rooke,42,0,'];
  const rows = read('dateTime,character,itemID,offspec,id', ...gargul);
  expect(rows.map(({ receivedAt, drop }) => [receivedAt, drop])).toEqual(
    gargul.map(() => ['2026-11-22T00:00:00.000Z', null]),
  );
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  expect(read('dateTime,character,itemID,offspec,id', ...gargul).map(({ key }) => key)).toEqual(
    rows.map(({ key }) => key),
  );
});

test('a date in the text changes nothing, in whatever order its parts stand', () => {
  const at = (date: string) => only(read(HEAD, csv({ date }))).receivedAt;
  const dates = ['22/11/26', '11/22/26', '2026/11/22', '2026-11-22', '22.11.2026', ''];
  expect(new Set(dates.map(at))).toEqual(new Set(['2026-11-22T20:14:07.000Z']));
});

test.each([
  ['Erstspezialisierung/Bedarf', 'need'],
  ['Zweitspezialisierung/Gier', 'offspec'],
  ['Kleines Upgrade', 'minor'],
  ['Transmogrifikation', 'transmog'],
  ['Entzaubert', 'disenchant'],
  ['Gildenbank', 'bank'],
  ['Automatisch gepasst', 'auto'],
  ['Persönliche Beute - Nicht handelbar', 'personal'],
  ['Bonuswürfe', 'bonus'],
])('a German client answers %s, which means %s', (response, meaning) => {
  const row = only(read(HEAD, csv({ response })));
  expect(knownResponse(row.response, row.responseCode).meaning).toBe(meaning);
});

describe('a text whose line breaks were lost', () => {
  const TSV = HEAD.replaceAll(',', '\t');
  test.each([
    ['RCLootCouncil', HEAD, csv()],
    ['RCLootCouncil as TSV', TSV, csv().replaceAll(',', '\t')],
    ['Gargul', 'dateTime,character,itemID,offspec,id', '2026-11-22,Oakhild,42,1,306831'],
    ['Core Loot Manager', 'date,name,itemID,id', '2026-11-22,Oakhild,42,123'],
    [
      'LootReserve',
      'Time,Item ID,Item Name,Winner,Reserved,Raid Rolled,Disenchanted,Reason',
      '1795378447,42,Ring,O,1,0,0,',
    ],
    ['thatsmybis', 'type,character_name,item_id,received_at', 'received,Oakhild,42,2026-11-22 00:00:00'],
  ])('is refused with a sentence: %s', (_, head, line) => {
    for (const between of ['', ' ', '   ']) {
      const refusal = refusalOf(() => readLoot([head, line, line].join(between), NOW));
      expect(refusal).toMatchObject({ reason: 'another_format', line: 1 });
      expect(refusal.message).toMatch(/one line/);
    }
    expect(readLoot(head, NOW)).toEqual([]);
  });
});

test('the file of an addon in Lua is refused, and nothing of it is run', () => {
  const text = 'GargulDB = {\n["AwardHistory"] = { ["a"] = { ["awardedTo"] = "Oakhild" } },\n}\nos.execute("true")';
  expect(refusalOf(() => readLoot(text, NOW))).toMatchObject({ reason: 'another_format' });
});

test('LootReserve quotes nothing, so an item may have commas', () => {
  const head = 'Time,Item ID,Item Name,Winner,Reserved,Raid Rolled,Disenchanted,Reason';
  expect(
    read(
      head,
      '1795378447,42,Elegion, the Fanged Crescent,Oakhild,1,0,0,',
      '1795378448,42,Ring,,0,0,1,Disenchant, of course',
    ),
  ).toMatchObject([
    { itemName: 'Elegion, the Fanged Crescent', name: 'Oakhild', response: 'Reserved', dayOnly: false },
    { unclaimed: true, response: 'Disenchant' },
  ]);
  expect(only(read(head, '1795378448,42,Ring,Oakhild,1,0,0,"bis"')).response).toBe('"bis"');
  expect(only(read(head, '1795378448,42,"Ring, ""of"" x",Oakhild,1,0,0,"a, b"'))).toMatchObject({
    ...{ itemName: 'Ring, "of" x', name: 'Oakhild', response: 'a, b' },
  });
  expect(refusalOf(() => read(head, 'x'))).toMatchObject({ line: 2 });
});

test('a line of LootReserve whose winner can be one of two is refused', () => {
  const head = 'Time,Item ID,Item Name,Winner,Reserved,Raid Rolled,Disenchanted,Reason';
  // The winner is Oakhild, for `1,`, or 1, of an item whose name ends in `Oakhild`.
  const refusal = refusalOf(() => read(head, '1795378448,42,Ring,Oakhild,1,0,0,1,'));
  expect(refusal).toMatchObject({ reason: 'another_format', line: 2 });
  expect(refusal.message).toContain('in several ways');
});

test('thatsmybis has received items among wishes, and the same item of one day twice', () => {
  const head =
    'type,raid_group_name,member_name,character_name,character_class,item_name,item_id,is_offspec,note,received_at,import_id';
  const line = 'received,Main,Mara,Oakhild,Druid,Ring,42,0,,2026-11-22 00:00:00,123';
  const rows = read(head, line, 'wishlist,Main,Mara,Oakhild,Druid,Ring,43,0,,,', line);
  expect(rows).toMatchObject([{ response: 'Mainspec', drop: null, externalId: null }, { itemId: 42 }]);
  expect(rows[0]?.key).not.toBe(rows[1]?.key);
});

test.each([
  [{ difficultyId: 14 }, 'normal'],
  [{ difficultyId: 16 }, 'mythic'],
  [{ difficultyId: 233 }, 'mythic'],
  [{ difficultyId: 17 }, 'finder'],
  [{ difficultyId: 0, itemString: 'item:1::::::::80:104::6:2:10336:1' }, 'mythic'],
  [{ instance: 'Uldir-Héroïque' }, 'heroic'],
  [{ instance: 'Цитадель-Героический' }, 'heroic'],
  [{ instance: 'Ciudadela-Mítico' }, 'mythic'],
  [{ instance: 'Zitadelle-Schlachtzugsbrowser' }, 'finder'],
  [{ instance: 'Uldir' }, null],
  [{ instance: 'Kalimdor-' }, null],
  [{}, null],
])('the track of %j is %s', (drop, track) => {
  expect(trackOf({ difficultyId: null, itemString: null, instance: null, ...drop })).toBe(track);
});

test.each([
  ['Disenchant', 'AUTOPASS', 'disenchant', false],
  ['best in  slot', null, 'best', true],
  ['Bester Gegenstand', null, 'best', true],
  ['Небольшое улучшение', null, 'minor', true],
  ['Cupidité', null, 'offspec', false],
  ['Response', 'BONUSROLL', 'bonus', false],
  ['Candidate is selecting response, please wait', 'WAIT', 'auto', false],
  ['big dps boy', '1', null, false],
])('the response %j with %s means %s', (text, code, meaning, counts) => {
  const known = knownResponse(text, code);
  expect([known.meaning, countsByDefault(known.meaning)]).toEqual([meaning, counts]);
});

test('any text is read or refused', () => {
  const starts = [
    HEAD,
    'player\tdate\ttime\tid\titemString\tresponse',
    '[',
    'dateTime,character,itemID,offspec,id',
    '',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.array(fc.string({ unit: 'binary' })), (start, lines) => {
      try {
        expect(Array.isArray(readLoot([start, ...lines].join('\n'), NOW))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }),
  );
});
