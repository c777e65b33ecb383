/** Names are compared by one rule, in the service by `fold` and in the database by `folded_name`. */
import { nameKey } from '@guildhall/contracts/name-key.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneDatabase, emptyDatabase, sqlOf } from '../../test/db.ts';
import type { TestSql } from '../../test/test-sql.ts';
import { jobDefinitions } from '../app/jobs.ts';
import { migrateDatabase } from '../app/maintenance/migrate-database.ts';
import { uuidv7 } from '../core/uuid.ts';
import { schemaChanges } from './schema-changes.ts';

/** Names that are not folded alike, as the database folds them and as the service does. */
async function differing(sql: TestSql, names: readonly string[]) {
  // A version of Unicode that only one of the two knows is left out.
  const folded = await sql<{ name: string; key: string }>(
    'select name, folded_name(name) as key from unnest($1::text[]) name where unicode_assigned(name)',
    [names.filter((name) => !/\p{Cn}|\0/u.test(name))],
  );
  expect(folded.length).toBeGreaterThan(0);
  return folded.filter(({ name, key }) => key !== fold(name)).map(({ name, key }) => [name, key, fold(name)]);
}

/** Names and realms of the game, and how people write them. */
const WRITTEN = [
  ['Éowyn', 'éowyn', 'ÉOWYN', 'E\u0301owyn'],
  ['Иван', 'иван', 'ИВАН'],
  ['Алексей', 'АЛЕКСЕИ\u0306'],
  ['Ørjan', 'ØRJAN'],
  ['Þórðr', 'ÞÓRÐR'],
  ['Œuvre', 'œuvre'],
  ['Straẞe', 'straße'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ'],
  ['İlker', 'ilker', 'I\u0307LKER'],
  ['Kel’Thuzad', "Kel'Thuzad", 'Kel‘Thuzad', 'Kelʼthuzad', 'Kel`thuzad', 'Kel´thuzad', 'KELTHUZAD'],
  ['Twisting Nether', 'twisting-nether', 'Twisting\u00a0Nether', 'Twisting\u2011Nether', 'TwistingNether'],
  ['Азурегос', 'АЗУРЕГОС'],
  ['Ревущий фьорд', 'ревущийфьорд'],
  ['影之哀伤', '影之哀伤'],
  ['아즈샤라', '아즈샤라'.normalize('NFD')],
];

test('ways to write a name of the game are one name for the service and for the database', async () => {
  await using stack = new AsyncDisposableStack();
  const sql = sqlOf(stack, stack.use(await cloneDatabase()).url);
  for (const names of WRITTEN) {
    expect([names, new Set(names.map(fold)).size]).toEqual([names, 1]);
    expect(await differing(sql, names)).toEqual([]);
  }
  expect(new Set(WRITTEN.map(([name = '']) => fold(name))).size).toBe(WRITTEN.length);
});

/** Names, and how people type what they look for. */
const SOUGHT: [string, string][] = [
  ['𝓡𝓪𝓰𝓷𝓪𝓻', 'ragnar'],
  ['ＡＢＣ', 'abc'],
  ['ﬁre', 'FIRE'],
  ['Łukasz', 'lukasz'],
  ['Straße', 'strasse'],
  ['Ħal', 'hal'],
  ['İlker', 'ilker'],
  ['Illidan', 'ILLI'],
  ['ΝΙΚΟΣ', 'νίκος'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['Οδυσσέας', 'ΟΔΥΣ'],
  ['Ärzte', 'A\u0308RZTE'],
  ['Ярослава', 'яро'],
  ['아즈샤라', '즈샤'.normalize('NFD')],
];

test('people find a name however they type it, in a list of the service and in one of the browser', async () => {
  await using stack = new AsyncDisposableStack();
  const sql = sqlOf(stack, stack.use(await cloneDatabase()).url);
  for (const [name, typed] of SOUGHT) {
    const found = 'select strpos(search_key($1), search_key($2)) > 0 as here';
    expect([name, await sql(found, [name, typed])]).toEqual([name, [{ here: true }]]);
    expect([name, nameKey(name).includes(nameKey(typed))]).toEqual([name, true]);
  }
});

test('the database and the service fold every letter alike, and every name', async () => {
  await using stack = new AsyncDisposableStack();
  const sql = sqlOf(stack, stack.use(await cloneDatabase()).url);
  const letters = Array.from({ length: 0x30000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xf8ff))
    .map((code) => String.fromCodePoint(code));
  expect(await differing(sql, letters)).toEqual([]);
  // Before, between and after letters, where some have other forms.
  expect(await differing(sql, letters.map((letter) => `Σ${letter}I\u0307${letter}Σ`))).toEqual([]);
  const sign = fc.constantFrom(...' -\'’‘ʼ`´\u00a0\u2011\u00ad\ufeff\u0301\u0307ΣςσIİıßẞÉИ');
  const name = fc.array(fc.oneof(sign, fc.string({ unit: 'binary', maxLength: 3 })), { minLength: 1, maxLength: 12 });
  const names = fc.array(
    name.map((parts) => parts.join('')),
    { minLength: 50, maxLength: 500 },
  );
  await fc.assert(
    fc.asyncProperty(names, async (all) => {
      expect(await differing(sql, ['Иван', ...all])).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('keys from before are folded again, and where two are one now, both keep what they have', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await emptyDatabase());
  const before = schemaChanges.filter(({ number }) => number < 56);
  await migrateDatabase(url, jobDefinitions, { changes: before });
  const sql = sqlOf(stack, url);
  const [guild, raider, other] = [uuidv7(), uuidv7(), uuidv7()];
  await sql(`insert into organization (id, name, type, source) values ($1, 'Guild', 'guild', 'standalone')`, [guild]);
  await sql(
    `insert into raider (id, organization_id, name) select id, $1, 'Raider' from unnest($2::uuid[]) id`,
    [guild, [raider, other]],
  );
  // As they were written in a database with the locale C: by an officer, by an import, and by an officer again.
  const rows = [
    { raiderId: raider, name: 'Éowyn', realm: 'Kel’Thuzad', keys: ['Éowyn', 'kel’thuzad'] },
    { raiderId: raider, name: 'Иван', realm: '', keys: ['Иван', ''] },
    { raiderId: other, name: 'Иван', realm: '', keys: ['иван', ''] },
    { raiderId: raider, name: 'Øján', realm: '', keys: ['Øján', ''] },
    { raiderId: other, name: 'ØJÁN', realm: '', keys: ['ØjÁn', ''] },
  ];
  for (const { raiderId, name, realm, keys } of rows)
    await sql(
      `insert into raider_character (organization_id, raider_id, name, realm, name_key, realm_key, source)
       values ($1, $2, $3, $4, $5, $6, 'officer')`,
      [guild, raiderId, name, realm, ...keys],
    );
  await sql(`insert into raider_alias (organization_id, raider_id, source, key) values ($1, $2, 'log', 'оля‘kel')`, [
    guild,
    raider,
  ]);
  await migrateDatabase(url, jobDefinitions);
  expect(
    await sql(
      `select raider_id as "raiderId", name, realm, array[name_key, realm_key] as keys from raider_character order by id`,
    ),
  ).toEqual([
    { ...rows[0], keys: ['éowyn', 'kelthuzad'] },
    rows[1],
    rows[2],
    { ...rows[3], keys: ['øján', ''] },
    rows[4],
  ]);
  expect(await sql('select key from raider_alias')).toEqual([{ key: 'оляkel' }]);
});

test('roles and characters made by hand whose names are one by now keep all but their names, and are named', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await emptyDatabase());
  await migrateDatabase(url, jobDefinitions, { changes: schemaChanges.filter(({ number }) => number < 61) });
  const sql = sqlOf(stack, url);
  const [guild, other, person] = [uuidv7(), uuidv7(), uuidv7()];
  await sql(
    `insert into organization (id, name, type, source) select id, 'Guild', 'guild', 'standalone' from unnest($1::uuid[]) id`,
    [[guild, other]],
  );
  // A name as long as names may be, and one that the first choice of a new name would take.
  const long = `Ä${'b'.repeat(49)}`;
  const roles = ['öä', 'Öä', 'ÖÄ', 'öä 2', long.toLowerCase(), long, 'Maler'];
  for (const name of roles)
    await sql(`insert into role (organization_id, name, permissions) values ($1, $2, '{canViewRoster}')`, [guild, name]);
  await sql(
    `insert into role (organization_id, name, is_founder, permissions) values ($1, 'öÄ', true, '{canManageGuild,canManageRoles}')`,
    [guild],
  );
  await sql(`insert into role (organization_id, name, permissions) values ($1, 'Ärzte', '{}')`, [other]);
  await sql(`insert into app_user (id, display_name) values ($1, 'Person')`, [person]);
  const characters = [
    ['Яр', 'stormvale', false],
    ['яр', 'stormvale', true],
    ['ЯР', 'stormvale', false],
    ['ЯР', 'highmere', false],
    ['Ёлкаёлкаёлка', '', false],
    ['ёлкаёлкаёлка', '', false],
  ];
  for (const [name, realm, isMain] of characters)
    await sql(
      `insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, level, is_main)
       values ($1, 'manual', 'eu', 'retail', $2, $3, 1, 1, 80, $4)`,
      [person, name, realm, isMain],
    );
  const said: string[] = [];
  await migrateDatabase(url, jobDefinitions, { say: (line) => said.push(line) });

  const names = await sql<{ name: string }>('select name from role where organization_id = $1 order by id', [guild]);
  expect(names.map(({ name }) => name)).toEqual([
    ...['öä 3', 'Öä 4', 'ÖÄ 5', 'öä 2', long.toLowerCase(), `${long.slice(0, 48)} 2`, 'Maler', 'öÄ'],
  ]);
  expect(await sql('select name from role where organization_id = $1', [other])).toEqual([{ name: 'Ärzte' }]);
  expect(
    await sql(`select details -> 'name' as name from audit_entry where action = 'role_updated' and organization_id = $1 order by id`, [
      guild,
    ]),
  ).toEqual([
    { name: { before: 'öä', after: 'öä 3' } },
    { name: { before: long, after: `${long.slice(0, 48)} 2` } },
    { name: { before: 'Öä', after: 'Öä 4' } },
    { name: { before: 'ÖÄ', after: 'ÖÄ 5' } },
  ]);
  const made = await sql<{ name: string }>('select name from character where user_id = $1 order by id', [person]);
  expect(made.map(({ name }) => name)).toEqual(['Ярb', 'яр', 'ЯРc', 'ЯР', 'Ёлкаёлкаёлка', 'ёлкаёлкаёлкb']);
  expect(said.filter((line) => line.includes('had the name of another'))).toHaveLength(7);
  expect(said).toContain(`organization ${guild}: a role had the name of another; it is "öä 3" now`);

  await expect(sql(`insert into role (organization_id, name, permissions) values ($1, 'ОФИЦЕР', '{}')`, [guild])).resolves.toEqual([]);
  await expect(sql(`insert into role (organization_id, name, permissions) values ($1, 'офицер', '{}')`, [guild])).rejects.toThrow(
    'role_one_name',
  );
});
