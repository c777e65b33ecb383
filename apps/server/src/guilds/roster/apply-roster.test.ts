import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { ensureSyncedGuild } from '../guild-sync/create-synced-guild.ts';
import { applyRoster } from './apply-roster.ts';
import type { RosterMember } from './sync-roster.ts';

const GUILD = {
  region: 'us',
  gameVersion: 'retail',
  realmId: 1,
  realmSlug: 'highmere',
  guildId: 1,
  nameSlug: 'counted',
  name: 'Counted',
  faction: 'horde',
} as const;

const member = (characterId: number, rank = 6): RosterMember => ({
  realmId: 1,
  characterId,
  name: `Name${characterId}`,
  realmSlug: 'highmere',
  level: 80,
  classId: 1,
  raceId: 2,
  faction: 'horde',
  rank,
});

test('phase one takes the same few statements whatever the size of the guild', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const connection = await ctx.database.pool.connect();
  const everyConnection = Object.getPrototypeOf(connection);
  connection.release();
  const counts: number[] = [];
  for (const [guildId, size] of [60, 400].entries()) {
    const { id } = await ctx.transact((tx) => ensureSyncedGuild(tx, { ...GUILD, guildId, name: `Counted ${size}` }));
    const apply = (members: RosterMember[]) =>
      ctx.transact((tx) => applyRoster(tx, id, { members, guildName: 'Counted', faction: null, lastModified: null }));
    const members = Array.from({ length: size }, (_, index) => member(size * 1000 + index));
    const changed = [
      ...members.slice(9).map((entry) => ({ ...entry, rank: 5 })),
      ...members.slice(0, 9).map(({ characterId }) => member(characterId + 500)),
    ];

    const query = vi.spyOn(everyConnection, 'query');
    // Other parts of the process send statements on connections of their own now and then.
    const asked = () =>
      Math.max(
        ...Map.groupBy(query.mock.contexts, (connection) => connection)
          .values()
          .map((all) => all.length),
      );
    expect(await apply(members)).toEqual({ hold: null, added: size, updated: 0, removed: 0, transfers: 0 });
    counts.push(asked());
    query.mockClear();
    expect(await apply(changed)).toEqual({ hold: null, added: 9, updated: size - 9, removed: 9, transfers: 0 });
    counts.push(asked());
    query.mockRestore();
  }
  expect(new Set(counts).size).toBe(1);
  // One updates the progress of the session, two hand over raiders whose characters were proved, one looks for a newer answer, one
  // brings lost characters back, and one keeps what an undecided transfer holds.
  expect(counts[0]).toBeLessThanOrEqual(16);
  expect(counts[0]).toBeGreaterThan(5);
});
