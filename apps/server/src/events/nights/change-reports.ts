/** The reports of an event: listed, attached by an officer, detached. */
import type {
  AttachReportInput,
  DetachReportInput,
  EventReportsInput,
  EventReportsView,
} from '@guildhall/contracts/night.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { reportAddress, reportUrl, type WarcraftLogsHost } from '@guildhall/warcraftlogs/addresses.ts';
import type { Report } from '@guildhall/warcraftlogs/schemas.ts';
import { LockMode } from '@mikro-orm/core';
import type { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  abilityFor,
  authorize,
  lacksPermission,
  logManaged,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { type EventAccess, loadVisibleEvent } from '../event/event.access.ts';
import { keepReport, publishNightChange } from './keep-report.ts';
import { isHostOf, logsOf, noReport, ofAnotherGame, orRefused } from './log-access.ts';
import { LogReport } from './log-report.entity.ts';

const REPORTS = query({
  id: 'uuid',
  code: 'text!',
  host: text<WarcraftLogsHost>(),
  title: 'text',
  zone: 'text?',
  unlisted: 'bool',
  startsAt: 'instant',
  endsAt: 'instant',
  readAt: 'instant?',
  complete: 'bool',
  attached: 'bool!',
})`
  select id, code, host, title, zone, unlisted, starts_at as "startsAt", ends_at as "endsAt", read_at as "readAt",
    state = 'complete' as complete, event_id is not null as attached
  from log_report
  where code is not null and (event_id = $1 or $5 and event_id is null and organization_id = $2
    and starts_at < $4::timestamptz + interval '12 hours' and ends_at > $3::timestamptz - interval '12 hours')
  order by event_id nulls last, starts_at, id limit 100`;

/** For those who may see the roster. Others that could belong to the event are offered to people who may attach them. */
export async function readReportsOf(sql: Sql, actor: Actor, { event, access, mayManage }: EventAccess) {
  authorize(abilityFor(actor, access), 'read', 'Roster');
  const { id, organizationId, startsAt, endsAt } = event;
  const rows = await sql.many(REPORTS, [id, organizationId, startsAt, endsAt, mayManage]);
  return rows.map(({ code, host, ...report }) => ({
    ...report,
    url: report.unlisted && !mayManage ? null : reportUrl({ host, code }),
  }));
}

export async function listReports(
  ctx: AppContext,
  actor: Actor,
  { id }: z.infer<typeof EventReportsInput>,
): Promise<EventReportsView> {
  return { reports: await readReportsOf(ctx.sql, actor, await loadVisibleEvent(ctx.sql, actor, id)) };
}

const SOURCE = query({
  gameVersion: text(GameVersion.options).orNull,
  host: text<WarcraftLogsHost>().orNull,
  guildId: 'int?',
})`
  select o.game_version as "gameVersion", s.host, s.guild_id as "guildId"
  from organization o left join log_source s on s.organization_id = o.id where o.id = $1`;

export async function eventToManage(sql: Sql, actor: Actor, id: string): Promise<EventAccess> {
  const seen = await loadVisibleEvent(sql, actor, id);
  if (!seen.mayManage) throw lacksPermission('canManageEvents');
  refuseArchived(seen.access);
  if (!seen.event.started) throw conflict('event_not_started', 'This event has not begun yet. Wait until it has.');
  return seen;
}

/** Reads a report by its link, and counts it for the event. Only host and code are taken out of the link. */
export async function attachReport(ctx: AppContext, actor: Actor, input: AttachReportInput): Promise<EventReportsView> {
  const { event } = await eventToManage(ctx.sql, actor, input.id);
  const logs = logsOf(ctx);
  const { organizationId } = event;
  const source = await ctx.sql.one(SOURCE, [organizationId]);
  const address = reportAddress(input.link, source.host ?? (isHostOf('www', source.gameVersion) ? 'www' : 'classic'));
  if (!address) {
    throw badRequest(
      'report_link_refused',
      'This is no report. Copy the address that begins with https://www.warcraftlogs.com/reports/.',
    );
  }
  if (!isHostOf(address.host, source.gameVersion)) throw ofAnotherGame();
  await ctx.limits.take('import', actor.userId);
  const report = await orRefused(logs.report({ ...address, allowUnlisted: true }));
  if (isOfAnotherGame(report, source.gameVersion)) throw ofAnotherGame();
  const isForeign = source.guildId !== null && report.guild?.id !== undefined && report.guild.id !== source.guildId;
  if (isForeign && !input.ofAnotherGuild) {
    throw conflict('report_of_another_guild', 'Another guild uploaded this report. Confirm that it is of this night.');
  }
  return ctx.transact(async (tx) => {
    const seen = await eventToManage(tx.sql, actor, input.id);
    await logManaged(tx.sql, actor, seen.access);
    await keepReport(tx, ctx.sign, report, { organizationId, host: address.host, eventId: event.id, pinned: true });
    await tx.em.flush();
    return { reports: await readReportsOf(tx.sql, actor, seen) };
  });
}

/** 1 is retail. A log of another game of the same publisher has no such number. */
const isOfAnotherGame = ({ masterData }: Report, gameVersion: GameVersion | null) =>
  gameVersion !== null &&
  typeof masterData?.gameVersion === 'number' &&
  (masterData.gameVersion === 1) !== (gameVersion === 'retail');

const DROP_PULLS = statement`delete from pull where report_id = $1`;
const PLACE = query({
  eventId: 'uuid!',
})`select event_id as "eventId" from log_report where id = $1 and event_id is not null`;

/** Its pulls go, and its code: a hash stays, so that the next reading leaves it out. */
export async function detachReport(
  ctx: AppContext,
  actor: Actor,
  { id }: z.infer<typeof DetachReportInput>,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const place = await sql.maybe(PLACE, [id]);
    if (!place) throw noReport();
    const seen = await loadVisibleEvent(sql, actor, place.eventId, noReport);
    if (!seen.mayManage) throw lacksPermission('canManageEvents');
    refuseArchived(seen.access);
    await logManaged(sql, actor, seen.access);
    const report = await em.findOne(LogReport, { id, event: place.eventId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!report) throw noReport();
    em.assign(report, { event: null, code: null, title: '', zone: null, pinned: false, state: 'detached' });
    await sql.run(DROP_PULLS, [id]);
    publishNightChange(tx, seen.event.organizationId, place.eventId);
  });
}
