import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';

test('effects come after the commit, in order, and one that fails takes nothing back', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const people = () => ctx.sql<{ name: string }>(`select display_name as name from app_user`);
  const seen: unknown[] = [];
  const result = await ctx.transact(async (tx) => {
    tx.afterCommit(async () => void seen.push(await people()));
    tx.afterCommit(() => {
      throw new Error('nobody listens');
    });
    tx.afterCommit(() => void seen.push('last'));
    await tx.sql(`insert into app_user (display_name) values ('Committed')`);
    expect(await people()).toEqual([]);
    expect(await tx.sql(`select display_name as name from app_user`)).toHaveLength(1);
    return 'done';
  });
  expect(result).toBe('done');
  expect(seen).toEqual([[{ name: 'Committed' }], 'last']);
  expect(app.logged.filter((line) => line.includes('after commit'))).toEqual([
    expect.stringContaining('nobody listens'),
  ]);
});
