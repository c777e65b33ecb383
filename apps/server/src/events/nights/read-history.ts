/**
 * Reads once, page by page, which nights a guild has on Warcraft Logs from before its first event here, and who was there. Each
 * page is kept with its number in one transaction, so a run that ends in the middle goes on where it was.
 */
import { LogHost } from '@guildhall/contracts/night.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { WarcraftLogs } from '@guildhall/warcraftlogs/client.ts';
import type { PastNight } from '@guildhall/warcraftlogs/schemas.ts';
import { now } from '../../core/db/columns.ts';
import { query, type RowOf, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { codeKeyOf } from './keep-report.ts';
import { failureOf } from './log-access.ts';
import { LogSource } from './log-source.entity.ts';
import { BEFORE_MS } from './night-rules.ts';

const GUILDS_A_RUN = 20;
/** 200 nights: two years of two evenings a week. */
const MOST_PAGES = 8;

const TO_READ = query({
  organizationId: 'uuid',
  host: text(LogHost.options),
  guildId: 'int',
  page: 'int',
  firstEventAt: 'instant?',
})`
  select s.organization_id as "organizationId", s.host, s.guild_id as "guildId", s.history_page as page,
    (select min(e.starts_at) from event e where e.organization_id = s.organization_id and e.status in ('published', 'completed')) as "firstEventAt"
  from log_source s join organization o on o.id = s.organization_id and o.archived_at is null
  where s.history_read_at is null order by s.organization_id limit ${GUILDS_A_RUN}`;
type ToRead = RowOf<typeof TO_READ>;

const WRITE = statement`
  insert into past_night (organization_id, code_key, starts_at, zone)
  select $1, n."codeKey", to_timestamp(n."startsAt" / 1000.0), n.zone
  from jsonb_to_recordset($2) as n("codeKey" text, "startsAt" float, zone text)
  on conflict (organization_id, code_key) do nothing`;
const WRITE_FIGHTERS = statement`
  insert into past_fighter (night_id, name_key, name, class_name, benched)
  select n.id, f."nameKey", f.name, f."className", f.benched
  from jsonb_to_recordset($2) as f("codeKey" text, "nameKey" text, name text, "className" text, benched boolean)
  join past_night n on n.organization_id = $1 and n.code_key = f."codeKey"
  on conflict (night_id, name_key) do nothing`;

/** Throws Postponed when no points are left. */
export async function readHistories(ctx: AppContext, logs: WarcraftLogs, signal: AbortSignal): Promise<void> {
  for (const source of await ctx.sql.many(TO_READ)) {
    try {
      await readHistory(ctx, logs, source, signal);
    } catch (error) {
      const { kind } = failureOf(error);
      ctx.log.warn({ err: error, organizationId: source.organizationId }, 'the history of a guild');
      // Silence ends. A guild that shows nothing is not asked again.
      if (kind !== 'unavailable') await turnPage(ctx, source, { historyReadAt: now() });
    }
  }
}

async function readHistory(ctx: AppContext, logs: WarcraftLogs, source: ToRead, signal: AbortSignal): Promise<void> {
  const { organizationId, host, guildId, firstEventAt } = source;
  const until = firstEventAt === null ? Number.POSITIVE_INFINITY : Date.parse(firstEventAt) - BEFORE_MS;
  for (let page = source.page; ; page += 1) {
    signal.throwIfAborted();
    const { nights, hasMore } = await logs.attendance({ host, guildId, page, signal });
    const isLast = !hasMore || page >= MOST_PAGES;
    const rows = nights
      .filter(({ startTime }) => startTime < until)
      .map((night) => ({ ...night, codeKey: codeKeyOf(ctx.sign, organizationId, host, night.code) }));
    const isStillNamed = await turnPage(
      ctx,
      source,
      { historyPage: page + 1, historyReadAt: isLast ? now() : null },
      rows,
    );
    if (isLast || !isStillNamed) return;
  }
}

type Keyed = PastNight & { codeKey: string };
type Turned = { historyPage?: number; historyReadAt: ReturnType<typeof now> | null };

/** Writes nothing once the organization has named another guild, or none. */
const turnPage = (
  { transact }: AppContext,
  { organizationId, host, guildId }: ToRead,
  turned: Turned,
  nights: Keyed[] = [],
): Promise<boolean> =>
  transact(async ({ em, sql }) => {
    if ((await em.nativeUpdate(LogSource, { organization: organizationId, host, guildId }, turned)) === 0) return false;
    const rows = nights.map(({ codeKey, startTime, zone }) => ({
      codeKey,
      startsAt: startTime,
      zone: zone?.name ?? null,
    }));
    await sql.run(WRITE, [organizationId, JSON.stringify(rows)]);
    await sql.run(WRITE_FIGHTERS, [organizationId, JSON.stringify(nights.flatMap(fightersOf))]);
    return true;
  });

/** There before benched, where a report has a name twice. */
function fightersOf({ codeKey, players }: Keyed) {
  const all = (players ?? []).map(({ name, type, presence }) => ({
    ...{ codeKey, name, nameKey: fold(name) },
    className: type && type !== 'Unknown' ? type : null,
    benched: presence === 2,
  }));
  return all.toSorted((one, other) => Number(one.benched) - Number(other.benched));
}
