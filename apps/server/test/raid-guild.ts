/** A guild of the game whose members prove characters of its roster, and requests of its officer: for tests of raiders. */
import type { ParticipationListView, ParticipationView } from '@guildhall/contracts/participation.ts';
import type { RaiderListView, RaiderMovedView, RaiderView } from '@guildhall/contracts/raider.ts';
import { followOwners, lockClaims } from '../src/membership/characters/claims.ts';
import type { TestApp } from './app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member } from './events.ts';

let platformId = 900_000;
export type Scene = { guild: EventGuild; officer: Member; members: Member[] };

/** A guild of the game whose roster lists these characters; its members are added by proving one. */
export async function raidGuild(app: TestApp, size = 3): Promise<Scene> {
  const guild = await eventGuild(app, size);
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canViewRoster,canViewOfficerData}' where organization_id = $1`,
    [guild.id],
  );
  platformId += 1;
  await app.ctx.sql(
    `update organization set source = 'synced', region = 'us', game_version = 'retail', platform_realm_id = 60,
       platform_guild_id = $2, realm_slug = 'stormvale', name_slug = 'guild-' || id where id = $1`,
    [guild.id, platformId],
  );
  for (const member of [guild.officer, ...guild.members])
    await prove(app, guild.id, member, await list(app, guild.id, `Own${member.userId.slice(-8)}`));
  return { guild, officer: guild.officer, members: guild.members };
}

export async function list(app: TestApp, guildId: string, name: string, realm = 'stormvale'): Promise<string> {
  platformId += 1;
  const [row] = await app.ctx.sql<{ id: string }>(
    `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level, class_id, race_id, rank)
     values ($1, 60, $2, $3, lower($3), $4, 80, 11, 4, 5) returning id`,
    [guildId, platformId, name, realm],
  );
  return row?.id ?? '';
}

/** As the sync of a person's characters does it. */
export async function prove(
  app: TestApp,
  guildId: string,
  { userId }: Pick<Member, 'userId'>,
  entryId: string,
): Promise<string> {
  const [row] = await app.ctx.sql<{ id: string }>(
    `insert into character (user_id, source, region, game_version, platform_realm_id, platform_character_id, name, realm_slug,
       class_id, race_id, level, verified_at)
     select $1::uuid, 'synced', 'us', 'retail', e.platform_realm_id, e.platform_character_id, e.name, e.realm_slug, e.class_id, 4, 80, now()
     from roster_entry e where e.id = $2 and e.organization_id = $3 returning id`,
    [userId, entryId, guildId],
  );
  const id = row?.id ?? '';
  await app.ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    await followOwners(tx, [id]);
  });
  return id;
}

export const makeEvent = (officer: Member, guildId: string, slots: object[] = []) =>
  done<{ id: string }>(
    officer.call('POST', `/organizations/${guildId}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48 + Math.random() * 100),
      durationMinutes: 60,
      slots,
    }),
  );
export const add = (officer: Member, eventId: string, raiderId: string, more: object = {}) =>
  done<ParticipationView>(officer.call('POST', `/events/${eventId}/participations`, { raiderId, ...more }));
export const partsOf = async (officer: Member, eventId: string) =>
  (await done<ParticipationListView>(officer.call('GET', `/events/${eventId}/participations`))).participations;
export const raidersOf = async (officer: Member, guildId: string, query = '') =>
  (await done<RaiderListView>(officer.call('GET', `/organizations/${guildId}/raiders${query}`))).raiders;
export const make = (officer: Member, guildId: string, body: Record<string, unknown>) =>
  done<RaiderView>(officer.call('POST', `/organizations/${guildId}/raiders`, body));

/** The first takes in the second, unless only the second has an account. Returns the change. */
export const merge = async (officer: Member, id: string, raiderId: string) =>
  (await done<RaiderMovedView>(officer.call('POST', `/raiders/${id}/merge`, { raiderId }))).changeId;
export const undo = (officer: Member, guildId: string, changeId: string) =>
  officer.call('POST', `/organizations/${guildId}/raider-changes/${changeId}/undo`);
