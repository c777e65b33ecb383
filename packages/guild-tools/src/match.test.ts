import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMatcher, type KnownPerson, type Wanted } from './match.ts';

const person = (id: string, ...names: string[]): KnownPerson => ({
  id,
  discordKey: `key of ${id}`,
  characters: names.map((name) => ({ name, realms: ['Twisting Nether', 'twisting-nether', 'Круговерть Пустоты'] })),
});
const wanted = (name: string, more: Partial<Wanted> = {}): Wanted => ({ name, realm: null, discordKey: null, ...more });

const people = [
  person('bill', 'Curlybill', 'Bilbo'),
  person('ruff', 'Ruffwin'),
  person('hild', 'Oakhild'),
  person('helm', 'Oakhelm', 'Thessa'),
  { ...person('far', 'Bilbo'), characters: [{ name: 'Bilbo', realms: ['Kelmoor', 'kelmoor'] }] },
];
const match = createMatcher(
  people,
  new Map([
    ['bronny', 'ruff'],
    ['hmac', 'hild'],
    ['gone', 'nobody'],
  ]),
);

describe('a row matches', () => {
  test.each([
    ['an alias of its name', wanted('Bronny'), 'ruff', 'alias'],
    ['an alias of its foreign id', wanted('Whoever', { discordKey: 'hmac' }), 'hild', 'alias'],
    ['the key of a Discord account', wanted('Whoever', { discordKey: 'key of helm' }), 'helm', 'discord'],
    ['name and realm', wanted('Bilbo', { realm: 'TwistingNether' }), 'bill', 'name_and_realm'],
    ['name and realm in one', wanted('Bilbo-Kelmoor'), 'far', 'name_and_realm'],
    ['a realm in another language', wanted('bilbo', { realm: 'Круговерть пустоты' }), 'bill', 'name_and_realm'],
    ['a name that is unique', wanted('OAKHILD'), 'hild', 'name'],
    ['the only part that is a name', wanted('Curlybill/Ruff'), 'bill', 'part'],
    ['two parts of one person', wanted('Oakhelm (Thessa)'), 'helm', 'part'],
  ])('by %s', (_, row, id, by) => {
    expect(match(row)).toEqual({ outcome: 'matched', id, by });
  });
});

describe('a row is left to decide', () => {
  test('where two people have the name', () => {
    expect(match(wanted('Bilbo'))).toEqual({
      outcome: 'ambiguous',
      proposals: [
        { id: 'bill', by: 'name' },
        { id: 'far', by: 'name' },
      ],
    });
  });

  test('where two parts lead to two people', () => {
    expect(match(wanted('Curlybill/Oakhild'))).toMatchObject({
      outcome: 'ambiguous',
      proposals: [{ id: 'bill' }, { id: 'hild' }],
    });
  });

  test('where the name stands on another realm only', () => {
    expect(match(wanted('Oakhild', { realm: 'Kelmoor' }))).toEqual({
      outcome: 'unmatched',
      proposals: [{ id: 'hild', by: 'name' }],
    });
  });

  test.each([
    ['Oakh', 'ambiguous', ['helm', 'hild'], 'prefix'],
    ['Ruff/Nobody', 'unmatched', ['ruff'], 'prefix'],
    ['Thessá', 'unmatched', ['helm'], 'no_diacritics'],
    ['Oak', 'unmatched', [], 'prefix'],
    ['Gone', 'unmatched', [], 'prefix'],
  ])('%s: a beginning or a missing accent only proposes', (name, outcome, ids, by) => {
    expect(match(wanted(name))).toEqual({ outcome, proposals: ids.map((id) => ({ id, by })) });
  });
});

test('the order of people and rows changes no result', () => {
  const names = fc.stringMatching(/^[AaÁBb]{1,5}$/);
  const anyone = fc.record({
    id: fc.uuid(),
    discordKey: fc.option(fc.constantFrom('k1', 'k2')),
    characters: fc.array(fc.record({ name: names, realms: fc.constantFrom(['one'], ['two']) }), { maxLength: 3 }),
  });
  const row = fc.record({
    name: fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    realm: fc.option(fc.constantFrom('one', 'two')),
    discordKey: fc.option(fc.constantFrom('k1', 'k2')),
  });
  const world = fc.tuple(fc.uniqueArray(anyone, { selector: ({ id }) => id, maxLength: 8 }), fc.array(row));
  fc.assert(
    fc.property(world, fc.infiniteStream(fc.nat()), ([all, rows], random) => {
      const shuffled = all
        .map((one) => ({ one, at: random.next().value }))
        .sort((left, right) => left.at - right.at)
        .map(({ one }) => one);
      const forward = createMatcher(all, new Map());
      const backward = createMatcher(shuffled, new Map());
      expect(rows.toReversed().map(backward).toReversed()).toEqual(rows.map(forward));
    }),
  );
});
