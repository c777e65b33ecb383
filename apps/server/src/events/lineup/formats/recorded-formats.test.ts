/** Tests the formats of line-ups against groups that the addon MRT has written. */
import { LineupFormat } from '@guildhall/contracts/lineup.ts';
import { describe, expect, test } from 'vitest';
import { recorded, recordedTitle, toolText } from '../../../../test/recordings.ts';
import { realmSuffix } from './format-lineup.ts';
import { readLineup } from './read-lineup.ts';
import { writeLineup } from './write-lineup.ts';

const OWN = 'Thornwall';
type Position = ReturnType<typeof readLineup>['positions'][number];
const withRealm = (position: Position) => position && `${position.name}-${realmSuffix(position.realm ?? OWN)}`;

describe.skipIf(!recorded)(recordedTitle, () => {
  test.each(LineupFormat.options)(
    'groups of MRT have the 40 names that it shows, and are the same when written as %s',
    (format) => {
      const { format: read, positions } = readLineup(toolText('mrt-raidgroups.txt'));
      const shown = toolText('mrt-raidgroups.decoded.txt').matchAll(/"([^"]*)"/g);
      const names = [...shown].map(([, name = '']) => (name.includes('-') ? name : `${name}-${OWN}`));
      expect([read, names.length, positions.map(withRealm)]).toEqual(['mrt', 40, names]);

      const people = positions.map((one) => one && { ...one, className: 'Mage', role: 'ranged' as const });
      const groups = Array.from({ length: 8 }, (_, group) => people.slice(group * 5, group * 5 + 5));
      const written = writeLineup(format, {
        title: 'Raid',
        realm: OWN,
        region: 'us',
        gameVersion: 'retail',
        faction: null,
        groups,
      });
      expect([written.leftOut, readLineup(written.text).positions.map(withRealm)]).toEqual([[], names]);
    },
  );
});
