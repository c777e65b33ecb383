/** Raiders whose rows went on with a second merge, and two that a race merged into each other. */
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { done, refusalOf } from '../../test/events.ts';
import { make, merge, raidersOf, raidGuild, undo } from '../../test/raid-guild.ts';
import { schemaChanges } from './schema-changes.ts';

test('a merged raider names the one that has its rows, and its merges are undone from the last to the first', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { guild, officer, members } = await raidGuild(app, 1);
  const [a, b, c, d] = await Promise.all(['A', 'B', 'C', 'D'].map((name) => make(officer, guild.id, { name })));
  const ids = [a?.id ?? '', b?.id ?? '', c?.id ?? '', d?.id ?? ''] as const;
  const changes = [
    await merge(officer, ids[1], ids[0]),
    await merge(officer, ids[2], ids[1]),
    await merge(officer, ids[3], ids[2]),
  ];
  // As the version before left them.
  await sql(`update raider_change set moved = moved - 'takenIn'`);
  for (const index of [0, 1, 2])
    await sql('update raider set merged_into_id = $2 where id = $1', [ids[index], ids[index + 1]]);
  const [circle, other] = await Promise.all(['E', 'F'].map((name) => make(officer, guild.id, { name })));
  await sql('alter table raider drop constraint raider_of_a_person_not_merged');
  await sql('update raider set merged_into_id = $2, name = null, user_id = $3 where id = $1', [
    circle?.id,
    other?.id,
    members[0]?.userId,
  ]);
  await sql('update raider set merged_into_id = $2 where id = $1', [other?.id, circle?.id]);

  await sql(schemaChanges.find(({ name }) => name.endsWith('merges-in-one-step'))?.text() ?? '');
  const merged = await sql<{ id: string }>('select id from raider where merged_into_id = $1', [ids[3]]);
  expect(merged.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 3).toSorted());
  expect((await raidersOf(officer, guild.id)).map(({ id }) => id).toSorted()).toEqual([ids[3], circle?.id].toSorted());
  expect(await refusalOf(undo(officer, guild.id, changes[0] ?? ''))).toEqual([409, 'raider_change_passed']);
  for (const change of changes.toReversed()) await done(undo(officer, guild.id, change));
  expect(await raidersOf(officer, guild.id)).toHaveLength(5);
});
