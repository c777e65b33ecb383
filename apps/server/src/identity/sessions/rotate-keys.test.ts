import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { tablesWith } from '../../../test/rows.ts';
import { createSealer } from '../../core/secrets.ts';
import { platformToken, sealTokens } from './platform-token.ts';
import { rotateKeys } from './rotate-keys.ts';

const OLD = 'o'.repeat(32);
const NEW = 'n'.repeat(32);

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { AUTH_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: OLD } });
});
afterAll(() => app[Symbol.asyncDispose]());

const idOf = async (account: string): Promise<string> => (await (await app.signIn(account)).get('/auth/me')).body.id;
const stored = async (userId: string) =>
  (
    await app.ctx.sql<{ access: string; refresh: string | null }>(
      'select access_token_sealed as access, refresh_token_sealed as refresh from account where user_id = $1',
      [userId],
    )
  )[0];

test('S-27: tokens sealed with the old key stay readable during a rotation and after the old key is removed', async () => {
  const { sql } = app.ctx;
  const [ysolde, kessa, pell] = [await idOf('ysolde'), await idOf('kessa'), await idOf('pell')];
  const withRefresh = sealTokens(createSealer([OLD]), kessa, {
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresAt: null,
  });
  await sql(
    'update account set access_token_sealed = $2, refresh_token_sealed = $3, access_token_expiry_sealed = null where user_id = $1',
    [kessa, withRefresh.accessTokenSealed, withRefresh.refreshTokenSealed],
  );
  // A ciphertext copied from another person's row cannot be decrypted.
  await sql(
    'update account set access_token_sealed = (select access_token_sealed from account where user_id = $2) where user_id = $1',
    [pell, ysolde],
  );
  const before = await platformToken(sql, createSealer([OLD]), ysolde);
  const both = createSealer([NEW, OLD]);
  expect(await platformToken(sql, both, ysolde)).toEqual({ ...before, at: expect.any(Date) });
  expect((await platformToken(sql, createSealer([NEW]), ysolde)).state).toBe('needs_reauth');

  const [sealedBefore, unreadable] = [await stored(ysolde), await stored(pell)];
  expect(await rotateKeys({ ...app.ctx, sealer: both })).toEqual({ resealed: 2, unreadable: 1 });
  expect((await stored(ysolde))?.access).not.toBe(sealedBefore?.access);
  expect(await stored(pell)).toEqual(unreadable);

  const alone = createSealer([NEW]);
  expect(before).toMatchObject({ state: 'usable', token: expect.any(String), expiresAt: expect.any(Date) });
  // The token and its lifetime are unchanged, but it is encrypted anew.
  const sealed = (await stored(ysolde))?.access;
  expect(await platformToken(sql, alone, ysolde)).toEqual({ ...before, sealed, at: expect.any(Date) });
  expect(await platformToken(sql, alone, kessa)).toMatchObject({ state: 'usable', token: 'access' });
  expect(alone.open((await stored(kessa))?.refresh ?? '', `${kessa}|battlenet|refresh_token`)).toBe('refresh');
  expect((await platformToken(sql, alone, pell)).state).toBe('needs_reauth');
  expect((await platformToken(sql, createSealer([OLD]), ysolde)).state).toBe('needs_reauth');
  expect(await tablesWith(app, before.state === 'usable' ? before.token : '')).toEqual([]);

  expect(await rotateKeys({ ...app.ctx, sealer: alone })).toEqual({ resealed: 2, unreadable: 1 });
});

test('S-27: a rotation continues past the first page of rows, and keeps a token written in the meantime', async () => {
  const { sql } = app.ctx;
  await sql('delete from app_user');
  const old = createSealer([OLD]);
  const people = await sql<{ id: string }>(
    `insert into app_user (display_name) select 'Person ' || n from generate_series(1, 501) n returning id`,
  );
  const rows = people.map(({ id }) => ({
    id,
    sealed: sealTokens(old, id, { accessToken: id, refreshToken: null, expiresAt: null }).accessTokenSealed,
  }));
  await sql(
    `insert into account (user_id, provider_id, account_id, access_token_sealed)
     select id, 'battlenet', id::text, sealed from jsonb_to_recordset($1) as r (id uuid, sealed text)`,
    [JSON.stringify(rows)],
  );
  const both = createSealer([NEW, OLD]);
  const newer = people[0]?.id ?? '';
  let interrupted = false;
  const rotated = await rotateKeys({
    ...app.ctx,
    sealer: both,
    transact: async (work) => {
      // A person signs in between reading the row and writing it.
      if (!interrupted) {
        interrupted = true;
        await sql('update account set access_token_sealed = $2 where user_id = $1', [
          newer,
          sealTokens(both, newer, { accessToken: 'newer', refreshToken: null, expiresAt: null }).accessTokenSealed,
        ]);
      }
      return app.ctx.transact(work);
    },
  });
  expect(rotated).toEqual({ resealed: 501, unreadable: 0 });
  const alone = createSealer([NEW]);
  expect(await platformToken(sql, alone, newer)).toMatchObject({ token: 'newer' });
  const last = people.at(-1)?.id ?? '';
  expect(await platformToken(sql, alone, last)).toMatchObject({ token: last });
});
