import { get } from 'node:http';
import { membersOf } from '@guildhall/client/whole-roster.ts';
import type { RosterView, WholeRosterView } from '@guildhall/contracts/organization.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { done } from '../../../test/events.ts';
import { createPerson } from '../../../test/people.ts';
import { uuidv7 } from '../../core/uuid.ts';

const GUILD = `
  insert into organization (id, name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug, roster_synced_at)
  values ($1, 'Lantern Watch', 'synced', 'us', 'retail', 1, 1, 'stormvale', 'lantern-watch', now())`;
const RANKS = `
  insert into role (organization_id, name, game_rank, permissions)
  select $1, 'Rank of ' || r, r, '{canViewRoster}' from generate_series(0, 9) r`;
const PEOPLE = `insert into app_user (display_name) select 'Player ' || n from generate_series(1, 60) n`;
/** Every tenth is claimed, most by people who have several. $2 is the person who asks, and has the first. */
const MEMBERS = `
  with person as (select id, row_number() over (order by id) as number from app_user where id <> $2),
  named as (select n, initcap(
      (array['bra','dor','el','fen','gri','hal','is','kor','lun','mor','nys','ol','per','ysó','thal','win','zu'])[1 + (random() * 16)::int]
      || (array['va','ri','so','the','mu','ka','li','do','ne','ro','shi'])[1 + (random() * 10)::int]
      || (array['n','th','rix','la','mir','dan','s','gor','wen','x'])[1 + (random() * 9)::int]) as name
    from generate_series(0, 999) n),
  claimed as (insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, level, verified_at)
    select case when n = 0 then $2 else (select id from person where number = 1 + n % 60) end, 'synced', 'us', 'retail', 1, n,
      name, 'stormvale', 1, 1, 80, now() from named where n % 10 = 0
    returning id, platform_character_id as n)
  insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
    class_id, race_id, faction, rank, role, item_level, last_login_at, last_seen_in_roster, joined_at, claimed_by_id)
  select $1, 1, n, name, lower(name), case when n % 9 = 0 then 'highmere' else 'stormvale' end,
    case when random() < 0.7 then 80 else 10 + (random() * 70)::int end, 1 + (random() * 12)::int, 1 + (random() * 30)::int,
    'alliance', (random() * 9)::int, (array['tank', 'healer', 'melee', 'ranged'])[1 + (random() * 3)::int],
    case when random() < 0.8 then 500 + (random() * 180)::int end,
    case when random() < 0.8 then date_trunc('second', now() - random() * interval '200 days') end,
    now(), now() - (n % 40) * interval '5 days', claimed.id
  from named left join claimed using (n)`;

let app: TestApp;
let token: string;
let call: Call;
const id = uuidv7();
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  const person = await createPerson(app);
  token = person.token;
  call = callerOf(app, token);
  await app.ctx.sql(GUILD, [id]);
  await app.ctx.sql(RANKS, [id]);
  await app.ctx.sql(PEOPLE);
  await app.ctx.sql(MEMBERS, [id, person.userId]);
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [id, person.userId]);
});
afterAll(() => app[Symbol.asyncDispose]());

type Answer = { status: number | undefined; bytes: number; etag: string };

/** As it comes over the wire. */
function ask(headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = `${app.url}/api/v1/organizations/${id}/roster/all`;
    get(url, { headers: { authorization: `Bearer ${token}`, ...headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ status: response.statusCode, bytes, etag: response.headers.etag ?? '' }));
    }).on('error', reject);
  });
}

test('a thousand members fit in one answer of at most 30 kB, and a client that has it gets 304', async () => {
  for (const encoding of ['gzip', 'br']) {
    const answer = await ask({ 'accept-encoding': encoding });
    expect(answer.status).toBe(200);
    expect(answer.bytes).toBeGreaterThan(10_000);
    expect(answer.bytes).toBeLessThanOrEqual(30_000);
    expect(await ask({ 'accept-encoding': encoding, 'if-none-match': answer.etag })).toMatchObject({
      status: 304,
      bytes: 0,
    });
  }
});

test('the members are those of the pages, plus former ones on request', async () => {
  const whole = async (query = '') =>
    membersOf(await done<WholeRosterView>(call('GET', `/organizations/${id}/roster/all${query}`)));
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((page) =>
      done<RosterView>(call('GET', `/organizations/${id}/roster?page=${page}&pageSize=200`)),
    ),
  );
  const members = await whole();
  expect(members).toHaveLength(1_000);
  const toTheMinute = (instant: string) => `${instant.slice(0, 16)}:00.000Z`;
  expect(members).toEqual(
    pages.flatMap((page) =>
      page.members.map((member) => ({
        ...member,
        lastLoginAt: member.lastLoginAt && toTheMinute(member.lastLoginAt),
        lastSeenInRoster: toTheMinute(member.lastSeenInRoster),
        joinedAt: toTheMinute(member.joinedAt),
      })),
    ),
  );
  expect(members.filter(({ claimedByCharacter }) => claimedByCharacter)).toHaveLength(100);

  const [last] = members.slice(-1);
  await app.ctx.sql('update roster_entry set left_at = now() where id = $1', [last?.id]);
  expect(await whole()).toHaveLength(999);
  expect((await whole('?includeLeft=true')).at(-1)).toMatchObject({ id: last?.id, leftAt: expect.any(String) });
  await app.ctx.sql('update roster_entry set left_at = null where id = $1', [last?.id]);
});

test('I-14: a client that prefers CSV gets a file in which no name is a formula', async () => {
  await app.ctx.sql(`update role set name = '=1+1;@boss, "x"' where organization_id = $1 and game_rank = 0`, [id]);
  const url = `${app.url}/api/v1/organizations/${id}/roster/all`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept: 'text/csv' } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('roster.csv');
  const [head, first, ...others] = (await answer.text()).trimEnd().split('\r\n');
  expect(head).toContain('"name","realm","class","race","level","item level"');
  expect(first).toContain(`,0,"'=1+1;'@boss, ""x""",`);
  expect(others).toHaveLength(999);
  expect((await fetch(url, { headers: { accept: 'text/csv' } })).status).toBe(401);
});

test('only members can read it', async () => {
  const stranger = callerOf(app, (await createPerson(app)).token);
  expect((await stranger('GET', `/organizations/${id}/roster/all`)).status).toBe(403);
});
