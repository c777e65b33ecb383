/** The service reads of a report that the page has cut what it reads of the whole. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSim } from '../../../../../packages/guild-tools/src/read-sim.ts';
import { slimSim } from './slim-sim.ts';

const ballast = { talents: 'x'.repeat(1_000), buffs: [{ name: 'Haste', uptime: 0.5 }] };
const row = (name: string, mean: number) => ({ name, mean, mean_error: 50, ...ballast });
const player = { collected_data: { dps: { mean: 100_000, count: 9 }, ...ballast }, ...ballast };
const character = { realm: 'saltmere_bay', region: 'eu', ...ballast };
const worn = { head: { id: 11, ...ballast }, mainHand: { id: 12, itemLevel: 600 }, offHand: null };
const report = ({ input, equipped }: { input: string | null; equipped: object | null }) => ({
  ...ballast,
  timestamp: 1_790_000_000,
  sim: {
    ...ballast,
    options: { fight_style: 'Patchwerk', ...ballast },
    players: [player, player],
    profilesets: {
      metric: 'Damage per Second',
      results: [
        row('1/10/raid-vault-mythic/5/700/0/trinket1////', 101_000),
        row('1/10/raid-vault-mythic/5/700/0/trinket2////', 102_000),
        row('1/11/raid-heroic/5/700/0/legs////77', 99_000),
        row('1/11/raid-heroic/6/700/0/feet////', 100_020),
        row('1/-97/raid-mythic/8/700/0/feet////', 105_000),
      ],
    },
  },
  simbot: {
    ...ballast,
    ...{ simType: 'droptimizer', player: 'Aldwyn', charClass: 'mage', spec: 'arcane', input },
    meta: { ...ballast, rawFormData: { ...ballast, character, droptimizer: { specId: 62, equipped, ...ballast } } },
  },
});

test.each([
  ['lines of the profile', { input: 'mage="Aldwyn"\nlevel=90\nregion=eu\nserver=saltmere_bay\n', equipped: worn }],
  ['lines with a return', { input: 'mage="Aldwyn"\r\nregion=us\r\nserver=highmere\r\n', equipped: worn }],
  ['no profile, and no worn items', { input: null, equipped: null }],
])('a cut report says the same as the whole: %s', (_, of) => {
  const whole = JSON.stringify(report(of), null, 2);
  const cut = slimSim(`\n${whole}\n`);
  expect(cut.length).toBeLessThan(whole.length / 5);
  expect(readSim(cut)).toEqual(readSim(whole));
  expect(readSim(cut).gains).toHaveLength(3);
});

test('a report of another type stays one, a link and a report of QE Live stay as they are', () => {
  const whole = report({ input: null, equipped: null });
  const cut = slimSim(JSON.stringify({ ...whole, simbot: { ...whole.simbot, simType: 'topgear' } }));
  expect(() => readSim(cut)).toThrow('no Droptimizer');
  for (const text of ['https://www.raidbots.com/simbot/report/jk6WmLFEnBpEqWueDkyRqA', '"{\\"results\\":[]}"']) {
    expect(slimSim(` ${text} `)).toBe(text);
  }
});

// The recording names a player, so it is no part of the repository.
const recorded = path.join(process.env.GUILDHALL_FIXTURES ?? '', '../guild-tools/raidbots-droptimizer-excerpt.json');
const present = process.env.GUILDHALL_FIXTURES !== undefined && existsSync(recorded);

test.skipIf(!present)('a recorded report that is cut says the same as the whole', () => {
  const whole = readFileSync(recorded, 'utf8');
  const cut = slimSim(whole);
  expect(cut.length).toBeLessThan(whole.length);
  expect(readSim(cut)).toEqual(readSim(whole));
});
