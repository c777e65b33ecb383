import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLoadout, type LoadoutNode, loadoutOfClass } from './loadout.ts';
import { loadoutCode } from './test-loadouts.ts';

const code = (fields: Parameters<typeof loadoutCode>[0] = {}) => loadoutCode({ specId: 259, ...fields });
const CHOSEN: LoadoutNode = { selected: true, granted: false, ranks: null, choice: 1 };
const reasonOf = (text: string) => {
  const decoded = decodeLoadout(text);
  return decoded.ok ? 'ok' : decoded.reason;
};

test.each([
  ['nothing', '', 'too_short'],
  ['a header that misses a character', code().slice(0, 25), 'too_short'],
  ['more than any tree has', 'A'.repeat(1001), 'too_long'],
  ['a padding character', `${code()}=`, 'invalid_character'],
  ['the alphabet of addresses', `${code()}-_`, 'invalid_character'],
  ['a line break', `${code()}\ninput=x`, 'invalid_character'],
  ['a letter that looks like one', `${code().slice(0, -1)}А`, 'invalid_character'],
  ['half of a letter', `${code()}\ud800`, 'invalid_character'],
  ['the version before 11.0', code({ version: 1 }), 'unsupported_version'],
  ['a version of tomorrow', code({ version: 3 }), 'unsupported_version'],
  ['a specialization that no class has', code({ specId: 65535 }), 'unknown_specialization'],
  ['no specialization', code({ specId: 0 }), 'unknown_specialization'],
  [
    'a record without its end',
    code({ nodes: [...Array(3).fill({ selected: false }), CHOSEN] }).slice(0, 26),
    'truncated',
  ],
  ['a talent without a rank', code({ nodes: [{ ...CHOSEN, ranks: 0 }] }), 'malformed_node'],
])('%s is refused with a reason', (_, text, reason) => {
  expect(reasonOf(text)).toBe(reason);
});

test('a code of another class is refused, but not one of another specialization of the class', () => {
  const refused = loadoutOfClass(code({ specId: 265 }), 4);
  expect(refused).toMatchObject({ ok: false, reason: 'other_class', message: expect.stringContaining('Affliction') });
  expect(loadoutOfClass(code({ specId: 261 }), 4)).toMatchObject({ ok: true, loadout: { specId: 261 } });
  expect(loadoutOfClass('x', 4)).toMatchObject({ ok: false, reason: 'too_short' });
});

test('a tree with nothing selected is a loadout', () => {
  expect(decodeLoadout(code())).toEqual({
    ok: true,
    loadout: { version: 2, specId: 259, treeHash: '0'.repeat(32), nodes: Array(4).fill({ selected: false }) },
  });
});

const anyNode: fc.Arbitrary<LoadoutNode> = fc.oneof(
  fc.constant<LoadoutNode>({ selected: false }),
  fc.constant<LoadoutNode>({ selected: true, granted: true }),
  fc.record({
    selected: fc.constant(true as const),
    granted: fc.constant(false as const),
    ranks: fc.option(fc.integer({ min: 1, max: 63 })),
    choice: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
);

test('a loadout decodes to what was encoded', () => {
  const anyHash = fc.stringMatching(/^[0-9a-f]{32}$/);
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 250 }), anyHash, (nodes, treeHash) => {
      const decoded = decodeLoadout(loadoutCode({ specId: 1480, treeHash, nodes }));
      if (!decoded.ok) throw new Error(decoded.reason);
      expect(decoded.loadout).toMatchObject({ specId: 1480, treeHash });
      expect(decoded.loadout.nodes.slice(0, nodes.length)).toEqual(nodes);
      const padding = decoded.loadout.nodes.slice(nodes.length);
      expect(padding.length).toBeLessThan(6);
      expect(padding.every(({ selected }) => !selected)).toBe(true);
    }),
  );
});

test('no string throws, and refusals do not repeat the input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String({ minLength: 26 })), (text) => {
      const decoded = decodeLoadout(text);
      if (!decoded.ok) expect(decoded.message).toMatch(/^[ -~]+\.$/);
    }),
  );
});
