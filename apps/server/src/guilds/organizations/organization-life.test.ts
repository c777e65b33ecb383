import { createMongoAbility } from '@casl/ability';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { bringIn } from '../../../test/guild.ts';
import { auditActions, foundClub, inviteCode, memberOf, newPerson, roleId } from '../../../test/standalone.ts';
import { organizationTemplates } from './organization-templates.ts';

const web = () => testApp({ roles: ['web'] });
type Item = { id: string; name: string };

test.concurrent('founding an organization needs a name, a type and a valid alias', async () => {
  await using app = await web();
  const { call } = await newPerson(app);
  const uuid = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
  const bad: Record<string, unknown>[] = [
    {},
    { name: 'Emberforge' },
    { type: 'guild' },
    { name: 'Emberforge', type: 'clan' },
    { name: '  ', type: 'guild' },
    { name: 'x'.repeat(61), type: 'guild' },
    { name: 'Ember\u202eforge', type: 'guild' },
    { name: 'Emberforge', type: 'guild', source: 'synced' },
    { name: 'Emberforge', type: 'guild', templateKey: 'zerg' },
    { name: 'Emberforge', type: 'guild', settings: { visibility: 'secret' } },
    { name: 'Emberforge', type: 'guild', settings: { colour: 'red' } },
    { name: 'Emberforge', type: 'guild', description: 'x'.repeat(20_481) },
    ...[
      '',
      'mine',
      'templates',
      'Ember',
      '-ember',
      'ember-',
      'em--ber',
      'ember forge',
      'émber',
      uuid,
      'x'.repeat(61),
    ].map((alias) => ({ name: 'Emberforge', type: 'guild', alias })),
  ];
  for (const body of bad) expect([body, (await call('POST', '/organizations', body)).status]).toEqual([body, 400]);
  expect(await app.ctx.sql('select from organization')).toEqual([]);
  await app.http.post('/api/v1/organizations').send({ name: 'Emberforge', type: 'guild' }).expect(401);
});

test.concurrent('the founder of an organization leads it, and a CASL client understands the rules', async () => {
  await using app = await web();
  const { id, founder } = await foundClub(app, { alias: 'the-emberforge', description: 'We raid.' });
  const { body } = await founder.call('GET', '/organizations/the-emberforge');
  expect(body).toMatchObject({
    id,
    name: 'The Emberforge',
    alias: 'the-emberforge',
    type: 'guild',
    source: 'standalone',
    active: true,
    archivedAt: null,
    settings: { visibility: 'public', timeZone: 'UTC' },
    realm: null,
    faction: null,
    memberCount: 1,
    currentLogoUrl: null,
    roles: [{ name: 'Guild Master', gameRank: null, isFounder: true, memberCount: 1 }],
    memberships: [],
    rosterMembers: [],
    rosterPagination: { page: 1, pageSize: 50, total: 0, totalPages: 0 },
  });
  const ability = createMongoAbility(body.abilityRules as never);
  for (const [action, subject] of [
    ['update', 'Organization'],
    ['delete', 'Organization'],
    ['manage', 'Role'],
    ['create', 'Invite'],
  ] as const)
    expect(ability.can(action, subject)).toBe(true);
  expect((await founder.call('GET', '/organizations/mine')).body).toMatchObject([
    { id, name: 'The Emberforge', alias: 'the-emberforge', currentLogoUrl: null },
  ]);
  expect((await founder.call('GET', `/organizations/${id}/text-content`)).body).toMatchObject({
    description: { body: 'We raid.', version: 1, updatedBy: { id: founder.userId } },
    motd: null,
  });

  const { body: shown } = await app.http.get(`/api/v1/organizations/${id}`).expect(200);
  expect(shown).toMatchObject({
    name: 'The Emberforge',
    abilityRules: [],
    roles: [],
    rosterMembers: [],
    memberships: [],
  });
  const outsider = await newPerson(app);
  const seen = (await outsider.call('GET', `/organizations/${id.toUpperCase()}`)).body;
  expect(seen).toMatchObject({ id, name: 'The Emberforge', abilityRules: [], roles: [], rosterMembers: [] });
  expect(createMongoAbility(seen.abilityRules as never).can('read', 'Roster')).toBe(false);
  expect(await auditActions({ id, founder })).toEqual(['organization_created']);
});

test.concurrent('each template brings its roles, settings and texts, and explicit settings take precedence', async () => {
  await using app = await web();
  const { call } = await newPerson(app);
  const { body } = await call('GET', '/organizations/templates');
  const keys = (body as unknown as { key: string }[]).map(({ key }) => key);
  expect(keys).toEqual(['raiding', 'mythic-plus', 'pvp', 'social', 'leveling', 'classic']);
  for (const { key: templateKey, type, roles, settings, texts } of organizationTemplates) {
    const { status, body } = await call('POST', '/organizations', {
      name: `From ${templateKey}`,
      type,
      templateKey,
      settings: { visibility: 'members' },
    });
    expect(status).toBe(201);
    expect(body.settings).toMatchObject({ ...settings, visibility: 'members' });
    const own = (body.roles as { name: string; isFounder: boolean; permissions: string[] }[]).filter(
      (r) => !r.isFounder,
    );
    expect(own.map(({ name, permissions }) => [name, permissions.toSorted()]).toSorted()).toEqual(
      roles.map(({ name, permissions }) => [name, permissions.toSorted()]).toSorted(),
    );
    const content = (await call('GET', `/organizations/${body.id}/text-content`)).body as Record<
      string,
      { body: string }
    >;
    for (const [key, text] of Object.entries(texts)) expect(content[key]).toMatchObject({ body: text, version: 1 });
  }
});

test.concurrent('only one of several parallel requests for the same alias gets it', async () => {
  await using app = await web();
  const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(app)));
  const body = { name: 'The Emberforge', type: 'guild', alias: 'emberforge' };
  const answers = await Promise.all(people.map(({ call }) => call('POST', '/organizations', body)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'alias_taken' });
  expect(await app.ctx.sql('select from organization')).toHaveLength(1);

  const clubs = await Promise.all([foundClub(app), foundClub(app, { alias: 'anvil' })]);
  const renames = await Promise.all(
    clubs.map(({ id, founder }) => founder.call('PATCH', `/organizations/${id}`, { alias: 'hearth' })),
  );
  expect(renames.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test.concurrent('rows that reference an organization do not block its new alias', async () => {
  await using app = await web();
  const { id, founder } = await foundClub(app, { alias: 'anvil' });
  await app.ctx.transact(async ({ queueDb }) => {
    // Takes the lock that writing roster rows takes before a sync locks the organization itself.
    await queueDb.executeSql('select from organization where id = $1 for key share', [id]);
    expect((await founder.call('PATCH', `/organizations/${id}`, { alias: 'hearth' })).body.alias).toBe('hearth');
  });
});

test.concurrent('only people who manage an organization can change its name, type and alias', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding', alias: 'emberforge' });
  const address = `/organizations/${club.id}`;
  const [outsider, raider, officer] = [
    await newPerson(app),
    await memberOf(app, club, 'Raider'),
    await memberOf(app, club, 'Officer'),
  ];
  for (const { call } of [outsider, raider])
    expect(await call('PATCH', address, { name: 'Mine now' })).toMatchObject({
      status: 403,
      body: { reason: 'missing_permission' },
    });
  for (const body of [{ alias: 'Ember' }, { name: null }, { type: 'x' }, { settings: {} }, { archivedAt: null }])
    expect((await officer.call('PATCH', address, body)).status).toBe(400);
  const { status, body } = await officer.call('PATCH', address, { name: 'Anvil', type: 'community', alias: 'anvil' });
  expect([status, body.name, body.type, body.alias]).toEqual([200, 'Anvil', 'community', 'anvil']);
  expect((await officer.call('GET', '/organizations/emberforge')).body).toMatchObject({ id: club.id, alias: 'anvil' });
  expect((await officer.call('PATCH', address, { alias: null })).body.alias).toBe(null);
  const { body: log } = await officer.call('GET', `${address}/audit-log?action=organization_updated`);
  expect(log.entries).toMatchObject([
    { actor: { id: officer.userId }, person: null, details: { alias: { before: 'anvil', after: null } } },
    { details: { name: { before: 'The Emberforge', after: 'Anvil' }, type: { before: 'guild', after: 'community' } } },
  ]);
});

test.concurrent('an in-game guild keeps its name and has an alias; it can be archived but not deleted', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { client, guild } = await bringIn(app);
  const call = callerOf(app, client.token);
  const address = `/organizations/${guild.alias}`;
  for (const body of [{ name: 'Other' }, { type: 'team' }, { alias: null }])
    expect(await call('PATCH', address, body)).toMatchObject({ status: 409, body: { reason: 'guild_is_synced' } });
  for (const [method, path, body] of [
    ['DELETE', `${address}/permanent`, { name: guild.name }],
    ['POST', `${address}/leave`, {}],
    ['POST', `${address}/invites`, {}],
    ['GET', `${address}/invites`, undefined],
  ] as const)
    expect([path, await call(method, path, body)]).toMatchObject([
      path,
      { status: 409, body: { reason: 'guild_is_synced' } },
    ]);
  expect((await call('PATCH', address, { alias: 'lantern' })).body.alias).toBe('lantern');
  expect((await call('DELETE', '/organizations/lantern')).body).toMatchObject({ active: false });
  expect((await call('PATCH', '/organizations/lantern/restore')).body).toMatchObject({ active: true });
});

test.concurrent('an archived organization is gone for outsiders and lists, and is restored unchanged', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'social', alias: 'emberforge' });
  const member = await memberOf(app, club, 'Member');
  const [outsider, admin] = [await newPerson(app), await newPerson(app, { isAdmin: true })];
  const { call } = club.founder;
  const address = `/organizations/${club.id}`;
  for (const who of [member, outsider]) expect((await who.call('DELETE', address)).status).toBe(403);
  expect(await call('DELETE', address)).toMatchObject({
    status: 200,
    body: { active: false, archivedAt: expect.any(String) },
  });
  expect((await call('DELETE', address)).status).toBe(200);
  const named = async (who: typeof member, query = '') =>
    ((await who.call('GET', `/organizations${query}`)).body.organizations as Item[]).map(({ id }) => id);
  for (const who of [club.founder, member, outsider, admin]) expect(await named(who)).toEqual([]);
  for (const who of [member, outsider]) expect(await named(who, '?includeArchived=true')).toEqual([]);
  for (const who of [club.founder, admin]) expect(await named(who, '?includeArchived=true')).toEqual([club.id]);
  expect((await call('GET', '/organizations/mine')).body).toEqual([]);
  for (const ref of [club.id, 'emberforge']) {
    expect((await outsider.call('GET', `/organizations/${ref}`)).status).toBe(404);
    expect((await member.call('GET', `/organizations/${ref}`)).body).toMatchObject({ active: false });
  }
  const changes: [string, string, Record<string, unknown>][] = [
    ['PATCH', address, { name: 'Other' }],
    ['PATCH', `${address}/settings`, { locale: 'de_DE' }],
    ['POST', `${address}/invites`, {}],
  ];
  for (const [method, path, body] of changes)
    expect(await call(method, path, body)).toMatchObject({ status: 409, body: { reason: 'organization_archived' } });
  expect((await member.call('PATCH', `${address}/restore`)).status).toBe(403);
  expect((await outsider.call('PATCH', `${address}/restore`)).status).toBe(404);
  expect((await call('PATCH', `${address}/restore`)).body).toMatchObject({ active: true, archivedAt: null });
  expect(await named(outsider)).toEqual([club.id]);
  const log = await auditActions(club);
  expect(log.slice(-2)).toEqual(['organization_archived', 'organization_restored']);
});

test.concurrent('a founder who types its name permanently deletes an organization with everything in it', async () => {
  await using app = await web();
  const club = await foundClub(app, { templateKey: 'raiding', name: 'Ember & Co.' });
  const [member, outsider] = [await memberOf(app, club, 'Raider'), await newPerson(app)];
  const { call, token } = club.founder;
  const address = `/organizations/${club.id}/permanent`;
  for (const who of [member, outsider])
    expect((await who.call('DELETE', address, { name: 'Ember & Co.' })).status).toBe(403);
  for (const name of ['ember & co.', '', 'Ember'])
    expect(await call('DELETE', address, { name })).toMatchObject({ status: 400, body: { reason: 'name_mismatch' } });
  expect((await call('DELETE', address)).status).toBe(400);
  expect((await call('DELETE', `${address}?name=${encodeURIComponent('Ember & Co.')}`)).status).toBe(400);
  await app.ctx.sql(`update session set created_at = now() - interval '2 days' where user_id = $1`, [
    club.founder.userId,
  ]);
  expect(await callerOf(app, token)('DELETE', address, { name: 'Ember & Co.' })).toMatchObject({
    status: 403,
    body: { reason: 'session_not_fresh' },
  });
  await app.ctx.sql('update session set created_at = now()');
  expect((await call('DELETE', address, { name: 'Ember & Co.' })).body).toEqual({ status: true });
  expect((await call('GET', `/organizations/${club.id}`)).status).toBe(404);
  for (const table of ['organization', 'role', 'role_holder', 'membership', 'invite', 'audit_entry', 'text_version'])
    expect([table, await app.ctx.sql(`select from ${table}`)]).toEqual([table, []]);
});

test.concurrent('A-01: a members-only organization does not exist for others on any route', async () => {
  await using app = await web();
  const club = await foundClub(app, { alias: 'hidden', settings: { visibility: 'members' }, templateKey: 'raiding' });
  const open = await foundClub(app, { name: 'Open' });
  const [member, admin] = [await memberOf(app, club, 'Trial'), await newPerson(app, { isAdmin: true })];
  const { inviteId } = await inviteCode(club);
  const routes: [string, string, Record<string, unknown>?][] = [
    ['GET', ''],
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', ''],
    ['PATCH', '/settings', { visibility: 'public' }],
    ['PATCH', '/restore'],
    ['DELETE', '/permanent', { name: 'The Emberforge' }],
    ['GET', '/invites'],
    ['POST', '/invites', {}],
    ['DELETE', `/invites/${inviteId}`],
    ['POST', '/leave'],
    ['DELETE', `/members/${member.userId}`],
    ['GET', '/audit-log'],
    ['GET', '/text-content'],
    ['GET', '/roster'],
  ];
  for (const [method, path, body] of routes) {
    const at = async (ref: string) => {
      const answer = await open.founder.call(method, `/organizations/${ref}${path}`, body);
      const { requestId: _, ...rest } = answer.body;
      return [method, path, answer.status, rest];
    };
    const missing = await at('0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f');
    expect(missing[2]).toBe(404);
    expect(await at(club.id)).toEqual(missing);
    expect(await at('hidden')).toEqual(missing);
  }
  // A member of one organization cannot reach another one by naming its parts.
  expect((await open.founder.call('DELETE', `/organizations/${open.id}/invites/${inviteId}`)).status).toBe(404);
  expect((await open.founder.call('DELETE', `/organizations/${open.id}/members/${member.userId}`)).status).toBe(404);
  const foreignRole = await roleId(club, 'Trial');
  expect((await open.founder.call('POST', `/organizations/${open.id}/invites`, { roleId: foreignRole })).status).toBe(
    404,
  );

  const names = async (who: typeof member) =>
    ((await who.call('GET', '/organizations')).body.organizations as Item[]).map(({ name }) => name);
  expect(await names(open.founder)).toEqual(['Open']);
  for (const who of [member, admin, club.founder]) expect(await names(who)).toEqual(['Open', 'The Emberforge']);
  expect((await member.call('GET', '/organizations/hidden')).body).toMatchObject({ id: club.id });
});

test.concurrent('the list is paged, sorted by name, and filtered by type', async () => {
  await using app = await web();
  const { call } = await newPerson(app);
  for (const [name, type] of [
    ['cinder', 'team'],
    ['Anvil', 'guild'],
    ['Bellows', 'team'],
  ])
    await call('POST', '/organizations', { name, type });
  const asked = async (query: string) => (await call('GET', `/organizations${query}`)).body;
  const all = await asked('');
  expect((all.organizations as Item[]).map(({ name }) => name)).toEqual(['Anvil', 'Bellows', 'cinder']);
  expect(all.pagination).toEqual({ page: 1, pageSize: 50, total: 3, totalPages: 1 });
  const { organizations, pagination } = await asked('?type=team&page=2&pageSize=1');
  expect(organizations).toMatchObject([{ name: 'cinder', type: 'team', isMember: true, memberCount: 1, realm: null }]);
  expect(pagination).toEqual({ page: 2, pageSize: 1, total: 2, totalPages: 2 });
  for (const query of ['?type=clan', '?page=0', '?pageSize=201', '?includeArchived=1'])
    expect((await call('GET', `/organizations${query}`)).status).toBe(400);
});

test.concurrent('the list of public organizations is searched with and without an account', async () => {
  await using app = await web();
  const { call } = await newPerson(app);
  for (const [name, settings] of [
    ['Ysmère’s Lantern', { recruiting: { open: true, roles: ['healer'] } }],
    ['The Lanterns', {}],
    ['Lantern Cellar', { visibility: 'members' }],
    ['Anvil', { recruiting: { open: true } }],
    ['100%', {}],
    ['Братство Зари', {}],
  ] as const)
    expect((await call('POST', '/organizations', { name, type: 'guild', settings })).status).toBe(201);
  await app.ctx.sql(`update organization set region = 'eu', game_version = 'classic' where name = 'Anvil'`);
  const visitor = callerOf(app, '');
  const found = async (query: string, ask = visitor) => {
    const { status, body } = await ask('GET', `/organizations?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body.organizations as Item[]).map(({ name }) => name);
  };
  expect(await found('')).toEqual(['100%', 'Anvil', 'The Lanterns', 'Ysmère’s Lantern', 'Братство Зари']);
  expect(await found('search=LANTERN')).toEqual(['The Lanterns', 'Ysmère’s Lantern']);
  expect(await found('search=ysmere')).toEqual(['Ysmère’s Lantern']);
  expect(await found('search=%25')).toEqual(['100%']);
  expect(await found(`search=${encodeURIComponent('БРАТСТВО')}`)).toEqual(['Братство Зари']);
  expect(await found('search=%20')).toHaveLength(5);
  expect(await found('search=lantern', call)).toEqual(['Lantern Cellar', 'The Lanterns', 'Ysmère’s Lantern']);
  expect(await found('region=eu')).toEqual(['Anvil']);
  expect(await found('region=us')).toEqual([]);
  expect(await found('gameVersion=classic')).toEqual(['Anvil']);
  expect(await found('recruiting=true')).toEqual(['Anvil', 'Ysmère’s Lantern']);
  expect(await found('recruiting=true&pageSize=1&page=2')).toEqual(['Ysmère’s Lantern']);
  const { body } = await visitor('GET', '/organizations?search=lantern&recruiting=true');
  expect(body).toMatchObject({
    organizations: [{ recruiting: { open: true, roles: ['healer'] }, isMember: false }],
    pagination: { total: 1 },
  });
  for (const query of ['region=mars', 'gameVersion=2', `search=${'a'.repeat(101)}`, 'recruiting=1'])
    expect([query, (await visitor('GET', `/organizations?${query}`)).status]).toEqual([query, 400]);
});

test.concurrent('a person can found at most twenty organizations an hour', async () => {
  await using app = await web();
  const { call } = await newPerson(app);
  const statuses: number[] = [];
  for (let index = 0; index < 21; index++)
    statuses.push((await call('POST', '/organizations', { name: 'Again', type: 'team' })).status);
  expect(statuses).toEqual([...Array(20).fill(201), 429]);
});

test.concurrent('the database refuses an invalid alias', async () => {
  await using app = await web();
  const insert = (alias: string, settings = '{}') =>
    app.ctx.sql(`insert into organization (name, alias, source, settings) values ('X', $1, 'standalone', $2)`, [
      alias,
      settings,
    ]);
  for (const alias of ['Ember', 'em--ber', '-ember', '', 'mine', '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f'])
    await expect(insert(alias)).rejects.toThrow(/organization_alias/);
  await insert('anvil');
  await expect(insert('anvil')).rejects.toThrow(/organization_alias_unique/);
  await expect(insert('ember', '[]')).rejects.toThrow(/organization_settings/);
});

test.concurrent('a former alias still leads to its organization, and no other can have it for a year', async () => {
  await using app = await web();
  const [club, other] = [await foundClub(app, { alias: 'anvil' }), await foundClub(app)];
  const rename = ({ id, founder }: typeof club, alias: string | null) =>
    founder.call('PATCH', `/organizations/${id}`, { alias });
  expect((await rename(club, 'hammer')).status).toBe(200);
  for (const alias of ['anvil', 'hammer']) {
    expect((await other.founder.call('GET', `/organizations/${alias}`)).body).toMatchObject({
      id: club.id,
      alias: 'hammer',
    });
    expect(await rename(other, alias)).toMatchObject({ status: 409, body: { reason: 'alias_taken' } });
  }
  expect((await rename(club, 'anvil')).body).toMatchObject({ alias: 'anvil' });
  expect((await rename(club, 'tongs')).status).toBe(200);
  await app.ctx.sql(`update former_alias set released_at = now() - interval '366 days'`);
  expect((await rename(other, 'anvil')).status).toBe(200);
  expect((await club.founder.call('GET', '/organizations/anvil')).body).toMatchObject({ id: other.id });
});

test.concurrent('aliases that end in a region are reserved for in-game guilds', async () => {
  await using app = await web();
  const club = await foundClub(app);
  const reserved = { status: 409, body: { reason: 'alias_reserved' } };
  const asked = { name: 'Method', type: 'guild', alias: 'method-highmere-us' };
  expect(await club.founder.call('POST', '/organizations', asked)).toMatchObject(reserved);
  expect(await club.founder.call('PATCH', `/organizations/${club.id}`, { alias: asked.alias })).toMatchObject(reserved);
});

test.concurrent('a description is the same on every route that writes or reads it', async () => {
  await using app = await web();
  const club = await foundClub(app, { description: 'We raid.' });
  const address = `/organizations/${club.id}`;
  const shown = async () => (await club.founder.call('GET', address)).body.description;
  expect(await shown()).toBe('We raid.');
  expect((await club.founder.call('PATCH', address, { description: 'We craft.' })).body.description).toBe('We craft.');
  const { body } = await club.founder.call('GET', `${address}/text-content`);
  expect(body.description).toMatchObject({ body: 'We craft.', version: 2 });
  expect((await club.founder.call('PATCH', address, { description: null })).body.description).toBeNull();
});
