import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { type AccountCharacter, importAccount } from '../characters/import-account.ts';
import { ensureSyncedGuild } from '../organizations/create-synced-guild.ts';
import { applyRoster, type RosterMember } from './apply-roster.ts';
import { followOwners, lockClaims } from './claims.ts';

const REALM = { realmId: 1, realmSlug: 'highmere' };
const LOOKS = { classId: 1, raceId: 1, faction: 'horde' as const };

const member = (characterId: number, round: number): RosterMember => ({
  ...REALM,
  ...LOOKS,
  characterId,
  name: `Name${characterId}r${round}`,
  level: 80,
  rank: 5,
});
const listed = (characterId: number): AccountCharacter => ({
  ...REALM,
  ...LOOKS,
  gameVersion: 'retail',
  characterId,
  name: `Name${characterId}`,
  gender: null,
  level: 80,
});

test('rosters and owners that change at the same time never lock each other out', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const guilds = await Promise.all(
    [1, 2].map((guildId) =>
      ctx.transact((tx) =>
        ensureSyncedGuild(tx, {
          ...REALM,
          region: 'us',
          gameVersion: 'retail',
          guildId,
          nameSlug: 'g',
          name: `G${guildId}`,
          faction: null,
        }),
      ),
    ),
  );
  const users = await ctx.sql<{ id: string }>(
    `insert into app_user (display_name) select 'Person ' || n from generate_series(1, 4) n returning id`,
  );
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const turned = (by: number) => [...ids.slice(by), ...ids.slice(0, by)];
  for (let round = 0; round < 8; round++) {
    await Promise.all([
      ...guilds.map(({ id }, index) =>
        ctx.transact((tx) => {
          const members = turned(index * 30 + round).map((characterId) => member(characterId, round));
          return applyRoster(tx, id, { members, guildName: 'G', lastModified: null });
        }),
      ),
      ...users.map(({ id }, index) =>
        ctx.transact(async ({ sql }) => {
          await lockClaims(sql);
          const characters = turned(index * 15 + round)
            .slice(0, 40)
            .map(listed);
          const { characterIds } = await importAccount(sql, id, 'us', characters);
          await followOwners(sql, characterIds);
        }),
      ),
    ]);
  }
  const claims = await ctx.sql(`select from roster_entry where left_at is null and claimed_by_id is not null`);
  expect(claims).toHaveLength(60);
});
