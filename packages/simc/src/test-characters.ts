/** An invented character for tests, and a parser that reads a profile's lines as the simulator does. */
import type { SimulationCharacter, SimulationItem } from './profile.ts';
import { loadoutCode } from './test-loadouts.ts';

export const item = (fields: Partial<SimulationItem> = {}): SimulationItem => ({
  slot: 'HEAD',
  itemId: 235_001,
  name: "Wayfarer's Hood",
  itemLevel: 124,
  bonusIds: [6652, 10_390],
  enchantments: [],
  gems: [],
  craftedStats: [],
  dropLevel: null,
  ...fields,
});

export const character = (fields: Partial<SimulationCharacter> = {}): SimulationCharacter => ({
  name: 'Wrenna',
  region: 'eu',
  realm: 'Twisting Nether',
  level: 90,
  raceId: 8,
  classId: 4,
  specId: 259,
  professions: [],
  talentLoadoutCode: loadoutCode({ specId: 259 }),
  equipment: [item()],
  asOf: new Date('2026-11-20T20:15:30Z'),
  ...fields,
});

/**
 * Parses a text as the simulator does: lines starting with # are comments; other lines split at unquoted blanks into
 * `name=value`, with quotes dropped. Throws on anything the simulator would take for a file, and on a template
 * expansion.
 */
export function optionsOf(profile: string): [name: string, value: string][] {
  return profile.split(/[\r\n]/).flatMap((line) => {
    if (/^\s*#/.test(line)) return [];
    if ((line.match(/"/g) ?? []).length % 2 > 0) throw new Error('a quote is open');
    return (line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((piece): [string, string] => {
      const text = piece.replaceAll('"', '');
      const at = text.indexOf('=');
      if (at < 1) throw new Error('a file would be opened');
      if (text.includes('$(')) throw new Error('something would be expanded');
      return [text.slice(0, at), text.slice(at + 1)];
    });
  });
}
