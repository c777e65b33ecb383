import { createBattlenet, unlimitedBudget } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { CombatStatistics, LoadoutView } from '@guildhall/contracts/character-build.ts';
import { AchievementsSummary, KeystoneProgress, PvpBracket } from '@guildhall/contracts/character-progress.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changedAt, placesIn, withShortLists } from '../../../test/changed-documents.ts';
import { recorded, recordedTitle, recording, recordingsOf } from '../../../test/recordings.ts';
import { bracketSection, type Section, sections } from './sections.ts';

const kinds: Record<string, string> = {
  'character-media': 'media',
  'character-equipment': 'equipment',
  'character-specializations': 'specializations',
  'character-statistics': 'statistics',
  'character-encounters-raids': 'raids',
  'character-encounters-dungeons': 'dungeons',
  'character-mythic-keystone-profile': 'mythic-keystone',
  'character-professions': 'professions',
  'character-reputations': 'reputations',
  'character-pvp-summary': 'pvp',
  'character-pvp-bracket': 'pvp-3v3',
  'character-achievements': 'achievements',
  'character-achievement-statistics': 'world',
};

/** The parts of documents that the views pass on unchanged. */
const promised: Record<string, z.ZodType> = {
  specializations: z.object({ specializations: z.array(z.object({ loadouts: z.array(LoadoutView) })) }),
  statistics: CombatStatistics,
  achievements: AchievementsSummary,
  'mythic-keystone': KeystoneProgress,
  'pvp-3v3': PvpBracket,
};

const sectionNamed = (name: string): Section => {
  const found = [...sections, bracketSection('3v3')].find((entry) => entry.name === name);
  if (!found) throw new Error(`There is no section ${name}`);
  return found;
};

/** The stored part of a valid document; the error for an invalid one. */
async function keep(section: Section, body: unknown) {
  const answer = async (url: Parameters<typeof fetch>[0]) =>
    Response.json(
      String(url).endsWith('/token') ? { access_token: 'token', token_type: 'bearer', expires_in: 1 } : body,
    );
  const battlenet = createBattlenet({ clientId: 'x', clientSecret: 'x', budget: unlimitedBudget, fetch: answer });
  const key = { realmSlug: 'highmere', name: 'someone' };
  return section
    .fetch({ battlenet, mediaHosts: ['worldofwarcraft.com'] }, { region: 'us' }, key)
    .catch((error: unknown) => {
      if (error instanceof BattlenetError && error.kind === 'malformed') return null;
      throw error;
    });
}

const files = Object.entries(kinds).flatMap(([kind, name]) => recordingsOf(kind).map((file) => ({ file, name })));

describe.skipIf(!recorded)(recordedTitle, () => {
  test.each(files)('$file is stored, and smaller than the original', async ({ file, name }) => {
    const raw = recording(file);
    const content = await keep(sectionNamed(name), raw);
    if (!content) throw new Error('It was not understood');
    expect(promised[name]?.safeParse(content.data).error).toBeUndefined();
    expect(JSON.stringify(content.data).length).toBeLessThan(JSON.stringify(raw).length);
    expect(JSON.stringify(content.data)).not.toContain('api.blizzard.com');
  });

  test.each(files)(
    '$file with any field missing or null is stored or refused as malformed',
    async ({ file, name }) => {
      const raw = withShortLists(recording(file));
      const section = sectionNamed(name);
      const outcomes = { kept: 0, refused: 0 };
      for (const place of placesIn(raw)) {
        for (const replacement of [undefined, null]) {
          const content = await keep(section, changedAt(raw, place, replacement));
          outcomes[content ? 'kept' : 'refused'] += 1;
          if (content) expect([place, promised[name]?.safeParse(content.data).error]).toEqual([place, undefined]);
        }
      }
      expect(outcomes.kept).toBeGreaterThan(outcomes.refused);
    },
    60_000,
  );
});
