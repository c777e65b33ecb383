import { expect, test, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { watchStatements } from '../../../test/watch-statements.ts';
import { loadPerson } from '../../identity/people/lock-person.ts';
import { User } from '../../identity/people/user.entity.ts';
import { query } from '../db/statement.ts';

test('effects run in order after the commit, and a failing one rolls nothing back', async () => {
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
    await tx.queueDb.executeSql(`insert into app_user (display_name) values ('Committed')`);
    expect(await people()).toEqual([]);
    expect((await tx.queueDb.executeSql(`select display_name as name from app_user`)).rows).toHaveLength(1);
    return 'done';
  });
  expect(result).toBe('done');
  expect(seen).toEqual([[{ name: 'Committed' }], 'last']);
  expect(app.logged.filter((line) => line.includes('after commit'))).toEqual([
    expect.stringContaining('nobody listens'),
  ]);
});

test('a statement inside transactions is parsed once per connection', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { transact } = app.ctx;
  const text = 'select display_name from app_user where id = $1 and display_name <> $2';
  const prepared = 'select name from pg_prepared_statements where statement = $1';
  const names = await transact(async ({ queueDb }) => {
    for (const name of ['One', 'Other']) await queueDb.executeSql(text, ['00000000-0000-7000-8000-000000000000', name]);
    return (await queueDb.executeSql(prepared, [text])).rows;
  });
  expect(names).toHaveLength(1);
});

test('one of two deadlocked transactions is retried, and both complete', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const [one, other] = await ctx.sql<{ id: string }>(
    `insert into app_user (display_name) values ('One'), ('Other') returning id`,
  );
  let begun = 0;
  const rename = async (order: (typeof one)[], name: string, between: () => Promise<void>) => {
    const effects: string[] = [];
    await ctx.transact(async (tx) => {
      begun += 1;
      tx.afterCommit(() => void effects.push(name));
      for (const person of order) {
        await tx.queueDb.executeSql('update app_user set display_name = display_name || $2 where id = $1', [
          person?.id,
          name,
        ]);
        if (person === order[0] && begun < 3) await between();
      }
    });
    expect(effects).toEqual([name]);
  };
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  await Promise.all([
    rename([one, other], 'A', async () => {
      first.resolve();
      await second.promise;
    }),
    rename([other, one], 'B', async () => {
      await first.promise;
      second.resolve();
      await untilWaiting(app);
    }),
  ]);
  // One more if the restarted transaction was faster than the waiting one.
  expect(begun).toBeGreaterThanOrEqual(3);
  const names = await ctx.sql<{ name: string }>('select display_name as name from app_user order by id');
  expect(names.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^One(AB|BA)$/),
    expect.stringMatching(/^Other(AB|BA)$/),
  ]);
  expect(app.logged.filter((line) => line.includes('the transaction begins again'))).toHaveLength(begun - 2);
});

const NAME = query({ name: 'text' })`select display_name as name from person where id = $1`;

test('a statement sees what entities were assigned before it, and a rollback leaves nothing of that', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { transact, sql } = app.ctx;
  const id = await transact(async ({ em }) => em.create(User, { displayName: 'Ysolde' }).id);
  await transact(async (tx) => {
    const person = await loadPerson(tx, id);
    person.displayName = 'Kessa';
    // Two at once: both wait for the same write.
    expect(await Promise.all([tx.sql.one(NAME, [id]), tx.sql.one(NAME, [id])])).toEqual([
      { name: 'Kessa' },
      { name: 'Kessa' },
    ]);
    person.displayName = 'Pell';
  });
  expect(await sql.one(NAME, [id])).toEqual({ name: 'Pell' });
  const failed = transact(async (tx) => {
    const person = await loadPerson(tx, id);
    person.displayName = 'Osric';
    await tx.em.flush();
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(await sql.one(NAME, [id])).toEqual({ name: 'Pell' });
});

test('an assignment without a difference writes nothing, and values travel as parameters', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { transact } = app.ctx;
  const id = await transact(async ({ em }) => em.create(User, { displayName: 'Ysolde' }).id);
  using statements = await watchStatements(app);
  const assign = (displayName: string) =>
    transact(async (tx) => {
      const person = await loadPerson(tx, id);
      person.displayName = displayName;
      person.preferences = { ...person.preferences };
    });
  statements.sent();
  await assign('Ysolde');
  expect(statements.sent().map((sent) => /"text":"(\w+)/.exec(sent)?.[1])).toEqual(['begin', 'select', 'commit']);
  await assign(`O'Brien`);
  const [, select = '', update = ''] = statements.sent();
  expect(select).toContain('for no key update');
  expect(JSON.parse(update)).toEqual({
    text: 'update "app_user" set "display_name" = $1 where "id" = $2',
    values: [`O'Brien`, id],
  });
});

test('a transaction that changes an entity of another version begins again', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const { Image } = await import('../../pictures/images/image.entity.ts');
  const id = await ctx.transact(async ({ em }) => {
    const subjectId = '00000000-0000-7000-8000-000000000000';
    const image = { purpose: 'avatar', subjectId, status: 'pending', contentHash: '', sizes: [512] } as const;
    return em.create(Image, { ...image, sizes: [...image.sizes] }).id;
  });
  let begun = 0;
  await ctx.transact(async ({ em }) => {
    begun += 1;
    const image = await em.findOneOrFail(Image, id);
    if (begun === 1) await ctx.sql('update image set version = version + 1 where id = $1', [id]);
    image.status = 'withdrawn';
  });
  expect(begun).toBe(2);
  expect(await ctx.sql('select status, version from image')).toEqual([{ status: 'withdrawn', version: 3 }]);
});

test('a verb that touches no entity pays for none', async () => {
  await using app = await testApp({ roles: ['web'] });
  using fork = vi.spyOn(app.ctx.orm.em, 'fork');
  await app.ctx.transact(({ sql }) => sql.maybe(NAME, ['00000000-0000-7000-8000-000000000000']));
  expect(fork).not.toHaveBeenCalled();
});
