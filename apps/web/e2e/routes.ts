/** Each route of the router, furnished in guilds of the simulator, with its readers. */

import { TextType } from '@guildhall/contracts/text.ts';
import { expect } from 'vitest';
import { callerOf } from '../../server/test/caller.ts';
import { createCharacter, inHours } from '../../server/test/events.ts';
import me from '../src/account/me/words/en.json' with { type: 'json' };
import admin from '../src/admin/words/en.json' with { type: 'json' };
import type { Action, Subject } from '../src/api/ability.tsx';
import views from '../src/armory/views/words/en.json' with { type: 'json' };
import settings from '../src/guilds/settings/words/en.json' with { type: 'json' };
import type { Stage } from './stage.ts';

export const ROLES = {
  anonymous: undefined,
  outsider: 'osric',
  member: 'pell',
  officer: 'kessa',
  founder: 'ysolde',
  administrator: 'edda',
};
export type Role = keyof typeof ROLES;

/** The readers of a page: a right in the guild that the address leads to, or what a person is. */
export type Readers = 'everybody' | 'visitors' | 'signed in' | 'administrators' | readonly [Action, Subject];
export const INSIDERS = ['read', 'Organization'] as const;
export const OFFICERS = ['read', 'OfficerData'] as const;
const WRITERS = ['manage', 'Content'] as const;

type Route = {
  readers: Readers;
  /** Each has a name among the words of its page. */
  tabs?: object;
  inCommunity?: boolean;
  /** In place of the first of its addresses. */
  at?: (place: Place) => string[];
  /** Besides all of them. */
  also?: (place: Place) => string[];
};

export const ROUTES: Record<string, Route> = {
  '/login': { readers: 'visitors' },
  '/login/verify': { readers: 'everybody' },
  '/account/verify-email': { readers: 'everybody' },
  '/link/discord': { readers: 'everybody' },
  '/welcome': { readers: 'signed in' },
  '/invite/$code': { readers: 'everybody' },
  '/': { readers: 'everybody' },
  '/characters': { readers: 'signed in' },
  '/characters/$id': { readers: INSIDERS },
  '/characters/$id/$tab': { tabs: views.tabs, readers: INSIDERS },
  '/c/$key': { readers: 'everybody' },
  '/characters/side-by-side': { readers: 'signed in' },
  '/reputations': { readers: 'signed in' },
  '/notifications': { readers: 'signed in' },
  '/me/{-$tab}': { tabs: me.tabs, readers: 'signed in' },
  '/admin/{-$tab}/{-$queue}': {
    tabs: admin.tabs,
    at: () => ['/admin', '/admin/jobs/roster-sync'],
    readers: 'administrators',
  },
  '/events/$event': { readers: INSIDERS },
  '/events/$event/edit': { readers: ['manage', 'Event'] },
  '/events/$event/plan': { readers: INSIDERS },
  '/events/$event/reserves': { readers: INSIDERS },
  '/posts/$post': { readers: INSIDERS },
  '/posts/$post/edit': { readers: WRITERS },
  '/g': { readers: 'everybody' },
  '/g/new': { readers: 'signed in' },
  '/g/$guild': { also: (place) => [`/g/${place.community}`], readers: 'everybody' },
  '/g/$guild/posts': { readers: 'everybody' },
  '/g/$guild/posts/new': { readers: WRITERS },
  '/g/$guild/texts/$type': { at: (place) => [`/g/${place.guild}/texts/rules`], readers: INSIDERS },
  '/g/$guild/events': {
    also: (place) => ['week', 'month'].map((view) => `/g/${place.guild}/events?view=${view}`),
    readers: INSIDERS,
  },
  '/g/$guild/events/new': { readers: INSIDERS },
  '/g/$guild/events/$event/lineup': {
    also: (place) => [`/g/${place.guild}/events/${place.event}/lineup?split=true`],
    readers: INSIDERS,
  },
  '/g/$guild/people': { readers: ['read', 'Roster'] },
  '/g/$guild/loot/wishes/{-$raider}': { readers: INSIDERS },
  '/g/$guild/teams/{-$team}': {
    at: (place) => [`/g/${place.guild}/teams`, `/g/${place.guild}/teams/${place.team}`],
    readers: INSIDERS,
  },
  '/g/$guild/bring-in/{-$run}': { readers: ['update', 'Roster'] },
  '/g/$guild/roster': { readers: ['read', 'Roster'] },
  '/g/$guild/roster/history': { readers: ['read', 'Roster'] },
  '/g/$guild/roster/transfers': { readers: ['update', 'Roster'] },
  '/g/$guild/composition': { readers: ['read', 'Roster'] },
  '/g/$guild/attendance': { readers: INSIDERS },
  '/g/$guild/progress': { readers: ['read', 'Roster'] },
  '/g/$guild/loot/points': { readers: ['read', 'Roster'] },
  '/g/$guild/loot': { readers: ['read', 'Roster'] },
  '/g/$guild/loot/upgrades': { readers: OFFICERS },
  '/g/$guild/loot/policy': { readers: INSIDERS },
  '/g/$guild/absences': { readers: OFFICERS },
  '/g/$guild/crafters': { readers: INSIDERS },
  '/g/$guild/reputations': { readers: INSIDERS },
  '/g/$guild/encounters': { readers: INSIDERS },
  '/g/$guild/gear': { readers: INSIDERS },
  '/g/$guild/audit-of-gear': { readers: INSIDERS },
  '/g/$guild/vault': { readers: INSIDERS },
  '/g/$guild/members': { also: (place) => [`/g/${place.community}/members`], readers: INSIDERS },
  '/g/$guild/members/$person': { readers: INSIDERS },
  '/g/$guild/roles': { also: (place) => [`/g/${place.community}/roles`], readers: INSIDERS },
  // A guild of the game has no invites, so this is about a community of one person.
  '/g/$guild/invites': { inCommunity: true, readers: ['create', 'Invite'] },
  '/g/$guild/audit': { readers: OFFICERS },
  '/g/$guild/settings': { readers: INSIDERS },
  '/g/$guild/settings/$tab': {
    tabs: settings.tabs,
    at: (place) => ['general', 'logo', 'attendance', 'logs'].map((tab) => `/g/${place.guild}/settings/${tab}`),
    readers: ['update', 'Organization'],
  },
};

export type Place = Record<
  'guild' | 'community' | 'event' | 'post' | 'character' | 'invite' | 'person' | 'sharedKey' | 'team' | 'run',
  string
>;

type Parts = Record<string, (place: Place, tabs: string[]) => string[]>;
/** The values of each part of an address; an empty one leaves it out. */
const PARTS: Parts = {
  $guild: ({ guild }) => [guild],
  $event: ({ event }) => [event],
  $post: ({ post }) => [post],
  $code: ({ invite }) => [invite],
  $id: ({ character }) => [character],
  $key: ({ sharedKey }) => [sharedKey],
  $person: ({ person }) => [person],
  $type: () => TextType.options,
  $tab: (_, tabs) => tabs,
  '{-$tab}': (_, tabs) => ['', ...tabs],
  '{-$queue}': () => [''],
  '{-$raider}': () => [''],
  '{-$team}': ({ team }) => ['', team],
  '{-$run}': ({ run }) => ['', run],
};

function everyAddressOf(route: string, place: Place): string[] {
  const { tabs = {}, inCommunity } = ROUTES[route] ?? {};
  const here = inCommunity ? { ...place, guild: place.community } : place;
  const valuesOf = (part: string) => {
    if (!part.includes('$')) return [part];
    const values = PARTS[part]?.(here, Object.keys(tabs)) ?? [];
    // Otherwise its pages would be forgotten.
    expect([route, part, values.length]).toEqual([route, part, expect.toSatisfy((count) => count > 0)]);
    return values;
  };
  const [, ...parts] = route.split('/');
  return parts.reduce<string[]>(
    (paths, part) =>
      paths.flatMap((path) =>
        valuesOf(part).map((value) => (part.startsWith('{-') && value === '' ? path : `${path}/${value}`)),
      ),
    [''],
  );
}

/** One address of a route, or those that it names. */
export const addressesOf = (route: string, place: Place): string[] =>
  ROUTES[route]?.at?.(place) ?? everyAddressOf(route, place).slice(0, 1);

/** All addresses of a route, but without those of what the place does not have. */
export const allAddressesOf = (route: string, place: Place): string[] =>
  [
    ...new Set([
      ...addressesOf(route, place),
      ...everyAddressOf(route, place),
      ...(ROUTES[route]?.also?.(place) ?? []),
    ]),
  ].filter((address) => !/.\/$|\/\//.test(address));

/** Writes something for each route to show. */
export async function furnish(stage: Stage): Promise<Place> {
  const guild = await stage.guildOf('ysolde');
  for (const account of ['kessa', 'pell']) await stage.guildOf(account);
  await stage.signedIn('edda');
  await stage.app.ctx.sql(`update app_user set is_admin = true where display_name like 'Edda%'`);
  const of = `/organizations/${guild.id}`;
  await ask(stage, 'ysolde', 'PATCH', `${of}/text-content`, {
    motd: 'Moonseal',
    rules: 'Moonseal',
    description: 'Everybody',
  });
  const post = await ask(stage, 'ysolde', 'POST', `${of}/posts`, {
    title: 'Moonseal',
    body: 'Moonseal',
    visibility: 'guild',
  });
  await ask(stage, 'ysolde', 'POST', `${of}/posts`, {
    title: 'Nightshade',
    body: 'Nightshade',
    visibility: 'officers',
  });
  const when = { type: 'raid', startsAt: inHours(40), durationMinutes: 60, scope: 'guild' };
  const event = await ask(stage, 'ysolde', 'POST', `${of}/events`, { ...when, title: 'Moonseal' });
  await ask(stage, 'ysolde', 'POST', `${of}/events`, { ...when, title: 'Nightshade', status: 'draft' });
  const team = await ask(stage, 'ysolde', 'POST', `${of}/teams`, { name: 'Lanterns' });
  const today = inHours(0).slice(0, 10);
  await ask(stage, 'kessa', 'POST', '/auth/me/absences', { from: today, to: today, note: 'Nightshade' });
  const community = await ask(stage, 'ysolde', 'POST', '/organizations', {
    name: 'A Few',
    type: 'community',
    alias: 'a-few',
  });
  await ask(stage, 'ysolde', 'PATCH', `/organizations/${community.id}/settings`, { visibility: 'members' });
  const invite = await ask(stage, 'ysolde', 'POST', `/organizations/${community.id}/invites`, {});
  const characters = await ask<{ id: string; name: string }[]>(stage, 'ysolde', 'GET', '/characters');
  const character = characters.find(({ name }) => name === 'Ysolde')?.id ?? '';
  const { id: person } = await ask(stage, 'ysolde', 'GET', '/auth/me');
  const table = { source: 'table', columns: { name: 0 }, hasHeadings: false, text: 'Ysolde' };
  const run = await ask(stage, 'ysolde', 'POST', `${of}/imports`, table);
  const shared = await ask<{ publicUrl: string }>(stage, 'ysolde', 'PUT', `/characters/${character}/public-address`);
  return {
    person,
    team: team.id,
    sharedKey: shared.publicUrl.split('/').at(-1) ?? '',
    guild: guild.alias,
    community: 'a-few',
    event: event.id,
    post: post.id,
    character,
    invite: invite.code,
    run: run.id,
  };
}

/** As long as a field allows, up to 300 characters. */
const endless = (longest = 300) => 'Wolfsburg'.repeat(40).slice(0, Math.min(longest, 300));

/** Where webhooks may go: a receiver that is not there. */
export const HOOKS = 'http://127.0.0.1:9';

/** Past events in which everybody took part. */
const NIGHTS = `
  with night as (
    insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, created_at,
      signup_closes_minutes)
    select $1, $2, 'raid', 'guild', 'completed', at, at + interval '3 hours', '', 'UTC', at - interval '7 days', 60
    from generate_series(1, 4) n cross join lateral (select now() - n * interval '1 week' as at) t
    returning id, starts_at)
  insert into participation (event_id, user_id, status, status_since, ticket, attendance)
  select night.id, m.user_id, 'signed_up', night.starts_at - interval '2 hours', row_number() over (order by m.user_id), 'present'
  from night join membership m on m.organization_id = $1`;

/** Names and texts of people may be one word without an end: gives such to everything that has one. */
export async function lengthen(stage: Stage, place: Place): Promise<Place> {
  const call = <T = { id: string }>(...args: Parameters<ReturnType<typeof callerOf>>) =>
    ask<T>(stage, 'ysolde', ...args);
  const { id: guild } = await stage.guildOf('ysolde');
  const of = `/organizations/${guild}`;
  await call('PATCH', '/auth/me', { displayName: endless(40) });
  const texts = { motd: endless(), rules: endless(), description: endless(), recruitment: endless() };
  await call('PATCH', `${of}/text-content`, texts);
  const body = `${endless()}\n\n> - ${endless()}`;
  const post = await call('POST', `${of}/posts`, { title: endless(120), body, visibility: 'public' });
  const { sql } = stage.app.ctx;
  const [raid] = await sql<{ id: number; boss: number }>(
    `select i.id, min(e.id) as boss from journal_instance i join journal_encounter e on e.instance_id = i.id
     where category = 'raid' group by i.id order by i.id limit 1`,
  );
  const event = await call('POST', `${of}/events`, {
    ...{ type: 'raid', startsAt: inHours(30), durationMinutes: 60, scope: 'guild', journalInstanceId: raid?.id },
    ...{ title: endless(120), description: endless() },
  });
  const answer = { characterId: place.character, note: endless(200) };
  const { raider: founder } = await call<{ raider: { id: string } }>('PUT', `/events/${event.id}/signup`, answer);
  const first = { raiderId: founder.id, characterId: place.character, role: 'tank', group: 1, slot: 1 };
  await call('PUT', `/events/${event.id}/lineups/all`, { version: 0, difficulty: 15, places: [first] });
  const note = `time:18;tag:Ysolde;text:${endless(120)};\ntime:52;tag:everyone;text:${endless(120)};`;
  await call('PUT', `/events/${event.id}/notes/${raid?.boss}`, { version: 0, text: note });
  for (const as of ['kessa', 'pell']) {
    const own = await ask<{ id: string; guild: { id: string } | null }[]>(stage, as, 'GET', '/characters');
    const characterId = own.find((one) => one.guild?.id === guild)?.id;
    await ask(stage, as, 'PUT', `/events/${event.id}/signup`, { characterId });
  }
  const [from, to] = [0, 48].map((hours) => inHours(hours).slice(0, 10));
  await call('POST', '/auth/me/absences', { from, to, note: endless(200) });
  await call('POST', `${of}/webhooks`, { name: endless(40), address: `${HOOKS}/${endless(150)}` });
  const service = await call('POST', `${of}/services`, { name: endless(40) });
  await call('POST', `${of}/services/${service.id}/tokens`, {});
  const raider = await call('POST', `${of}/raiders`, { name: endless(60), note: endless(200), kind: 'guest' });
  // One who answers on Discord without an account, and one who was merged with the guest.
  const [unproven, merged] = [
    await call('POST', `${of}/raiders`, { name: `${endless(58)}2` }),
    await call('POST', `${of}/raiders`, { name: `${endless(58)}3` }),
  ];
  await sql(`update raider set discord_key = 'of the walk' where id = $1`, [unproven.id]);
  for (const { id } of [unproven, raider]) await call('POST', `/events/${event.id}/participations`, { raiderId: id });
  await call('POST', `/raiders/${raider.id}/merge`, { raiderId: merged.id });
  const team = await call('POST', `${of}/teams`, { name: endless(60), schedule: endless(120) });
  await call('PUT', `/teams/${team.id}/members/${raider.id}`, { role: 'tank' });
  const text = `${endless(60)}\n${endless(60)}/x`;
  const table = { source: 'table', columns: { name: 0 }, hasHeadings: false, text };
  const run = await call('POST', `${of}/imports`, table);
  await call('POST', `${of}/roles`, { name: endless(50), permissions: ['canManageContent'] });
  await sql(NIGHTS, [guild, endless(120)]);
  await sql('update role set name = left($1 || game_rank, 50) where game_rank is not null', [endless(48)]);
  await sql('update organization set name = $1 where id = $2 or alias = $3', [endless(60), guild, place.community]);
  return { ...place, event: event.id, post: post.id, team: team.id, run: run.id };
}

/** A community in which nothing has happened, of a person without characters. */
export async function foundEmpty(stage: Stage, as: string): Promise<Place> {
  const founded = { name: 'Nothing Yet', type: 'community', alias: 'nothing-yet' };
  const { id } = await ask(stage, as, 'POST', '/organizations', founded);
  const event = await ask(stage, as, 'POST', `/organizations/${id}/events`, {
    ...{ title: 'First night', type: 'raid', startsAt: inHours(40), durationMinutes: 60, scope: 'guild' },
  });
  const post = await ask(stage, as, 'POST', `/organizations/${id}/posts`, { title: 'Hello', body: 'Hello' });
  const invite = await ask(stage, as, 'POST', `/organizations/${id}/invites`, {});
  const { id: person } = await ask(stage, as, 'GET', '/auth/me');
  const nothing = { character: '', sharedKey: '', team: '', run: '' };
  const guild = founded.alias;
  return { ...nothing, guild, community: guild, event: event.id, post: post.id, invite: invite.code, person };
}

/** Gives the person of such a place a character of which nothing was read. */
export const addUnread = async (stage: Stage, place: Place): Promise<Place> => ({
  ...place,
  character: await createCharacter(stage.app, place.person),
});

async function ask<T = { id: string; code: string }>(
  stage: Stage,
  as: string,
  ...call: Parameters<ReturnType<typeof callerOf>>
): Promise<T> {
  const { status, body } = await callerOf(stage.app, (await stage.signedIn(as)).token)(...call);
  expect([call[1], status < 300, body]).toEqual([call[1], true, body]);
  return body as T;
}
