import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openText } from './decode-text.ts';
import { readReserves } from './read-reserves.ts';
import { gargulReserves, rollForReserves, softresRows, type WrittenSheet } from './write-reserves.ts';

const sheet: WrittenSheet = {
  id: 'k7',
  startsAt: '2026-02-11T19:00:00.000Z',
  writtenAt: '2026-02-11T18:30:00.000Z',
  url: 'https://guildhall.example/events/k7',
  hidden: false,
  reserves: [
    {
      name: 'Mara',
      realm: 'Stormvale',
      className: 'deathknight',
      itemId: 86_130,
      itemName: 'Elegion, the Fanged Crescent',
      count: 2,
      plus: 30,
    },
    { name: 'Ostrik', realm: null, className: null, itemId: 19_346, itemName: 'Dragonfang Blade', count: 1, plus: 60 },
    { name: 'Ostrik', realm: null, className: null, itemId: 18_814, itemName: 'Choker', count: 1, plus: 0 },
  ],
  hard: [{ itemId: 19_003, note: 'By the council' }],
};

test('the text for Gargul decodes to the same reserves', () => {
  const text = gargulReserves(sheet);
  const read = JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString('utf8'));
  expect(read).toEqual({
    metadata: {
      ...{ id: 'k7', createdAt: 1_770_834_600, updatedAt: 1_770_834_600, raidStartsAt: 1_770_836_400 },
      ...{ url: 'https://guildhall.example/events/k7', hidden: false },
    },
    softreserves: [
      { name: 'Mara', class: 'Deathknight', note: '', plusOnes: 30, items: [{ id: 86_130 }, { id: 86_130 }] },
      {
        ...{ name: 'Ostrik', class: '', note: 'Dragonfang Blade +60, Choker +0', plusOnes: 0 },
        items: [{ id: 19_346 }, { id: 18_814 }],
      },
    ],
    hardreserves: [{ id: 19_003, for: '', note: 'By the council' }],
  });
  expect(openText(text)).toBe(JSON.stringify(read));
});

test('the text for RollFor has a plus for each item', () => {
  expect(JSON.parse(Buffer.from(rollForReserves(sheet), 'base64').toString('utf8'))).toEqual({
    metadata: { id: 'k7', origin: 'guildhall' },
    softreserves: [
      { name: 'Mara', items: [1, 2].map(() => ({ id: 86_130, sr_plus: 30 })) },
      {
        name: 'Ostrik',
        items: [
          { id: 19_346, sr_plus: 60 },
          { id: 18_814, sr_plus: 0 },
        ],
      },
    ],
    hardreserves: [{ id: 19_003 }],
  });
});

test('the table has a row for each reserve', () => {
  const [head, ...rows] = softresRows(sheet);
  expect(head?.join(',')).toBe('Item,ItemId,From,Name,Class,Spec,Note,Plus,Date');
  expect(rows).toHaveLength(4);
  expect(rows[0]).toEqual([
    'Elegion, the Fanged Crescent',
    86_130,
    '',
    'Mara',
    'Deathknight',
    '',
    '',
    30,
    '2026-02-11 18:30:00',
  ]);
});

const namesakes: WrittenSheet = {
  ...sheet,
  reserves: [
    ...sheet.reserves,
    {
      name: 'Mara',
      realm: 'TwistingNether',
      className: 'mage',
      itemId: 86_130,
      itemName: 'Elegion',
      count: 1,
      plus: 10,
    },
  ],
};

test('two raiders of one name on two realms stay two players in every format', () => {
  const gargul = JSON.parse(inflateSync(Buffer.from(gargulReserves(namesakes), 'base64')).toString('utf8'));
  const rollFor = JSON.parse(Buffer.from(rollForReserves(namesakes), 'base64').toString('utf8'));
  type Player = { name: string; items: object[] };
  for (const players of [gargul.softreserves, rollFor.softreserves] as Player[][])
    expect(players.map(({ name, items }) => [name, items.length])).toEqual([
      ['Mara-Stormvale', 2],
      ['Ostrik', 2],
      ['Mara-TwistingNether', 1],
    ]);
  expect(gargul.softreserves[2]).toMatchObject({ class: 'Mage', plusOnes: 10 });
});

test('the table is read back as the same reserves', () => {
  const text = softresRows(namesakes)
    .map((row) => row.map((cell) => `"${cell}"`).join(','))
    .join('\n');
  const read = readReserves(text).map(({ name, realm, className, itemId, itemName, count, plus }) => ({
    ...{ name, realm, className, itemId, itemName, count, plus },
  }));
  const isNamesake = ({ name }: { name: string }) => name === 'Mara';
  expect(read).toEqual(namesakes.reserves.map((one) => ({ ...one, realm: isNamesake(one) ? one.realm : null })));
});
