import fc from 'fast-check';
import { expect, test } from 'vitest';
import { familiesOf, type Noted } from './families.ts';

const noted = (name: string, note: string | null = null, realm: string | null = null): Noted => ({
  name,
  realm,
  note,
  main: null,
});
const familyOf = (one: Noted, ...others: Noted[]) => familiesOf([one, ...others], [])[0];
const alt = (name: string, realm: string | null = null) => ({ outcome: 'alt', main: { name, realm } });

test.each(['Aldric', 'aldric', 'alt of Aldric', "Aldric's alt", 'aldric’s alt', 'ALDRIC alt', 'tank (Aldric)'])(
  'the note %j names the main',
  (note) => {
    expect(familyOf(noted('Brack', note), noted('Aldric'))).toEqual(alt('Aldric'));
  },
);

test.each(['', 'raid lead Tue/Thu', 'Aldrich', 'not Aldric at all', 'Brack'])('the note %j names no one', (note) => {
  expect(familyOf(noted('Brack', note), noted('Aldric'))).toEqual({ outcome: 'none' });
});

test('a note may name a member who stands in no row', () => {
  expect(familiesOf([noted('Brack', 'Aldric')], [{ name: 'Aldric', realm: null }])).toEqual([alt('Aldric')]);
});

test('a chain is followed to its end', () => {
  const rows = [noted('C', 'Bb'), noted('Bb', 'Aa'), noted('Aa')];
  expect(familiesOf(rows, [])).toEqual([alt('Aa'), alt('Aa'), { outcome: 'none' }]);
});

test('a circle is shown and changes nothing, also for those who lead into it', () => {
  const rows = [noted('A', 'B'), noted('B', 'A'), noted('C', 'A')];
  expect(familiesOf(rows, []).map(({ outcome }) => outcome)).toEqual(['circle', 'circle', 'circle']);
});

test('a name on two other realms is ambiguous, one on the own realm is meant', () => {
  const namesakes = [noted('Aldric', null, 'Near'), noted('Aldric', null, 'Far')];
  expect(familyOf(noted('Brack', 'Aldric', 'Third'), ...namesakes)).toMatchObject({ outcome: 'ambiguous' });
  expect(familyOf(noted('Brack', 'Aldric', 'Near'), ...namesakes)).toEqual(alt('Aldric', 'Near'));
  expect(familyOf(noted('Brack', 'Aldric-Far', 'Near'), ...namesakes)).toEqual(alt('Aldric', 'Far'));
});

test('a main that the source names comes before the note', () => {
  const row = { ...noted('Brack', 'Cinder'), main: { name: 'Aldric', realm: null } };
  expect(familyOf(row, noted('Aldric'), noted('Cinder'))).toEqual(alt('Aldric'));
});

test('a main that the source names and that is unknown stays named, an unknown one in a note does not', () => {
  const row = { ...noted('Twink'), main: { name: 'Pickle', realm: 'Far' } };
  expect(familyOf(row, noted('Aldric'))).toEqual(alt('Pickle', 'Far'));
  const second = { ...noted('Second'), main: { name: 'Twink', realm: null } };
  expect(familyOf(second, row)).toEqual(alt('Pickle', 'Far'));
  const other = { ...noted('Third', 'Aldric'), main: { name: 'Pickle', realm: null } };
  expect(familyOf(other, noted('Aldric'))).toEqual(alt('Pickle'));
  expect(familyOf(noted('Twink', 'Pickle'), noted('Aldric'))).toEqual({ outcome: 'none' });
});

test('ends for every roster, and no main of a family is an alt itself', () => {
  const name = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
  const roster = fc.uniqueArray(fc.tuple(name, fc.option(name)), { selector: ([one]) => one });
  fc.assert(
    fc.property(roster, (all) => {
      const rows = all.map(([one, note]) => noted(one, note));
      const families = familiesOf(rows, []);
      const alts = new Set(rows.filter((_, index) => families[index]?.outcome === 'alt').map((row) => row.name));
      const mains = families.flatMap((family) => (family.outcome === 'alt' ? family.main.name : []));
      expect(mains.filter((main) => alts.has(main))).toEqual([]);
    }),
  );
});
