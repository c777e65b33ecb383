/** Where the reports of an organization are. */
import type { LogSourceInput, LogSourceView, PutLogSourceInput } from '@guildhall/contracts/night.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { guildAddress, type WarcraftLogsHost } from '@guildhall/warcraftlogs/addresses.ts';
import type { Guild } from '@guildhall/warcraftlogs/schemas.ts';
import type { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query, text } from '../../core/db/statement.ts';
import { AppError, badRequest, notFound } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess, lockedAccessTo, refuseArchived } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { isHostOf, logsOf, orRefused } from './log-access.ts';
import { LogSource, type LogTag } from './log-source.entity.ts';
import { PastNight } from './past-night.entity.ts';

const ORGANIZATION = query({
  name: 'text',
  region: text(Region.options).orNull,
  realmSlug: 'text?',
  gameVersion: text(GameVersion.options).orNull,
})`
  select name, region, realm_slug as "realmSlug", game_version as "gameVersion" from organization where id = $1`;

const SOURCE = query({
  host: text<WarcraftLogsHost>(),
  guildId: 'int',
  guildName: 'text',
  realm: 'text?',
  tags: json<LogTag[]>(),
  presentPercent: 'int',
  partPercent: 'int',
  lateMinutes: 'int',
  confirmsItself: 'bool',
  readAt: 'instant?',
  problem: text<'guild_gone' | 'unavailable'>().orNull,
})`
  select host, guild_id as "guildId", guild_name as "guildName", realm,
    (select coalesce(jsonb_agg(jsonb_build_object('tagId', g."tagId", 'name', g.name, 'teamId', t.id) order by g.place), '[]')
      from rows from (jsonb_to_recordset(tags) as ("tagId" int, name text, "teamId" uuid)) with ordinality as g("tagId", name, "teamId", place)
      left join team t on t.id = g."teamId" and t.archived_at is null) as tags,
    present_percent as "presentPercent", part_percent as "partPercent", late_minutes as "lateMinutes",
    confirms_itself as "confirmsItself", read_at as "readAt", problem
  from log_source where organization_id = $1`;

const TEAMS = query({ id: 'uuid' })`select id from team where organization_id = $1 and id = any($2::uuid[])`;

export async function getLogSource(ctx: AppContext, actor: Actor, { id }: z.infer<typeof LogSourceInput>) {
  const { organizationId } = await authorizedAccess(ctx.sql, actor, id, 'update', 'Organization');
  return readSource(ctx, ctx.sql, organizationId);
}

async function readSource({ warcraftLogs }: AppContext, sql: Sql, organizationId: string): Promise<LogSourceView> {
  const source = await sql.maybe(SOURCE, [organizationId]);
  const url = source && `https://${source.host}.warcraftlogs.com/guild/id/${source.guildId}`;
  return { available: warcraftLogs !== null, source: source && { ...source, url: url ?? '' } };
}

/** Names the guild there, and asks Warcraft Logs whether it exists. Throws FORBIDDEN, NOT_FOUND, BAD_REQUEST, CONFLICT. */
export async function putLogSource(ctx: AppContext, actor: Actor, input: PutLogSourceInput): Promise<LogSourceView> {
  const seen = await authorizedAccess(ctx.sql, actor, input.id, 'update', 'Organization');
  refuseArchived(seen);
  await ctx.limits.take('import', actor.userId);
  const found = await findGuild(ctx, seen.organizationId, input.link);
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, input.id, 'update', 'Organization');
    const known = await em.findOne(LogSource, { organization: organizationId });
    const tags = await tagsOf(sql, organizationId, found.guild, input.tags ?? known?.tags ?? []);
    const { presentPercent, partPercent, lateMinutes, confirmsItself } = input;
    const fields = {
      host: found.host,
      guildId: found.guild.id,
      guildName: found.guild.name,
      realm: found.guild.server?.name ?? null,
      tags,
      ...given({ presentPercent, partPercent, lateMinutes, confirmsItself }),
    };
    const measures = { presentPercent: 80, partPercent: 20, ...given({ ...known }), ...fields };
    if (measures.partPercent > measures.presentPercent) {
      throw badRequest('invalid_input', 'The share of a part must not be more than that of the whole.', {
        issues: [{ path: 'partPercent', message: 'must not be more than presentPercent' }],
      });
    }
    const isSame = known?.guildId === fields.guildId && known.host === fields.host;
    if (!isSame) await em.nativeDelete(PastNight, { organization: organizationId });
    if (known) em.assign(known, isSame ? fields : { ...fields, ...AFRESH });
    else em.create(LogSource, { organization: organizationId, ...fields });
    await writeAudit(tx, organizationId, actor, 'settings_changed', { changed: ['logSource'] });
    tx.changed({
      type: 'organization.changed',
      organizationId,
      subjectId: organizationId,
      audience: 'members',
    });
    return readSource(ctx, sql, organizationId);
  });
}

const AFRESH = { readAt: null, problem: null, historyPage: 1, historyReadAt: null };

/** By the link, else the guild that is named already, else the one of the same name and realm. */
async function findGuild(ctx: AppContext, organizationId: string, link: string | undefined) {
  const logs = logsOf(ctx);
  const organization = await ctx.sql.one(ORGANIZATION, [organizationId]);
  const known = await ctx.sql.maybe(SOURCE, [organizationId]);
  const address = link === undefined ? known : guildAddress(link);
  if (link !== undefined && !address) {
    throw badRequest(
      'report_link_refused',
      'This is no page of a guild. Copy the address that begins with https://www.warcraftlogs.com/guild/id/.',
    );
  }
  if (address && !isHostOf(address.host, organization.gameVersion)) {
    throw new AppError(
      'UNPROCESSABLE_CONTENT',
      'report_of_another_game',
      'This guild is listed for another version of the game than yours. Copy the address of your own.',
    );
  }
  const { name, realmSlug, region } = organization;
  if (!address && (realmSlug === null || region === null)) {
    throw badRequest('invalid_input', 'Name the page of the guild on Warcraft Logs.', {
      issues: [{ path: 'link', message: 'is needed' }],
    });
  }
  const hosts: WarcraftLogsHost[] = address ? [address.host] : hostsOf(organization.gameVersion);
  for (const host of hosts) {
    const by = address ? { guildId: address.guildId } : { name, realmSlug: realmSlug ?? '', region: region ?? '' };
    const guild = await orRefused(logs.guild({ host, ...by }));
    if (guild) return { host, guild };
  }
  throw notFound('log_guild_not_found', 'Warcraft Logs knows no such guild. Copy the address of its page there.');
}

function hostsOf(gameVersion: GameVersion | null): WarcraftLogsHost[] {
  if (gameVersion === 'retail') return ['www'];
  return gameVersion === null ? ['www', 'classic', 'fresh'] : ['classic', 'fresh'];
}

/** Throws NOT_FOUND for a team of another organization. Tags that are gone there go here. */
async function tagsOf(
  sql: Sql,
  organizationId: string,
  guild: Guild,
  chosen: readonly { tagId: number; teamId: string | null }[],
): Promise<LogTag[]> {
  const teamIds = [...new Set(chosen.flatMap(({ teamId }) => teamId ?? []))];
  const teams = await sql.many(TEAMS, [organizationId, teamIds]);
  if (teams.length < teamIds.length) throw notFound('team_not_found', 'There is no such team.');
  return (guild.tags ?? []).map(({ id, name }) => ({
    tagId: id,
    name,
    teamId: chosen.find(({ tagId }) => tagId === id)?.teamId ?? null,
  }));
}

/** Reports that were read stay with their events. Nights from before the first event go. */
export async function removeLogSource(ctx: AppContext, actor: Actor, { id }: z.infer<typeof LogSourceInput>) {
  await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
    if ((await em.nativeDelete(LogSource, { organization: organizationId })) === 0) return;
    await em.nativeDelete(PastNight, { organization: organizationId });
    await writeAudit(tx, organizationId, actor, 'settings_changed', { changed: ['logSource'] });
    tx.changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
  });
}
