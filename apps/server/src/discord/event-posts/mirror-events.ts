/** Makes the scheduled events of one server what their rows want, and decides what each refusal of Discord means. */
import { createHash } from 'node:crypto';
import { truncate } from '@guildhall/contracts/cut-text.ts';
import type { DiscordBot } from '@guildhall/discord/bot.ts';
import { DiscordError } from '@guildhall/discord/errors.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { EntityData, InferEntity } from '@mikro-orm/core';
import { now } from '../../core/db/columns.ts';
import { columns, object, query, type RowOf, statement, text } from '../../core/db/statement.ts';
import { FinalFailure, type JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { couldNotAsk, tryToCheckServer } from '../bindings/check-server.ts';
import {
  ACCEPTED,
  codeOf,
  isNewlyGivenUp,
  oneMore,
  pauseOf,
  tellOfRefused,
  triesBefore,
  verdictOn,
} from '../bindings/refused-items.ts';
import { EventMirror } from './event-mirror.entity.ts';
import { eventPageUrl } from './event-post.presenter.ts';
import { WANTED_MIRRORS } from './schedule-posts.ts';

const Mirror = columns({
  id: 'uuid',
  serverId: 'text',
  scheduledEventId: 'text?',
  wanted: 'int',
  shownHash: 'text?',
  beginsAt: 'instant?',
  wasSent: 'bool',
  state: text(['live', 'ended', 'removed', 'failed']),
  tries: 'int',
  refusedCode: 'int?',
  eventId: 'uuid?',
  /** Null when it is not to be mirrored any more. */
  event: object({
    id: 'uuid',
    title: 'text',
    description: 'text?',
    organizationId: 'uuid',
    /** The name of the guild, for an address that is too long to be a place. */
    organizationName: 'text',
    startsAtMs: 'float',
    endsAtMs: 'float',
  }).orNull,
  /** As Discord has it. */
  hasBegun: 'bool',
  hasEnded: 'bool',
  /** As the event is now. */
  isToCome: 'bool',
  isOver: 'bool',
});
type Mirror = RowOf<typeof Mirror>;

/** Discord takes no time of the past, and a request needs a moment. */
const LATER = (instant: string) => `${instant} > now() + interval '10 seconds'`;

/** Taking one keeps other workers away from it for longer than its requests last. Those that were refused come last. */
const TAKE = query(Mirror)`
  with taken as (
    update event_mirror set next_try_at = now() + interval '2 minutes' where id = (
      select id from event_mirror where server_id = $1 and wanted > shown and next_try_at <= now()
      order by tries, event_id is not null, id limit 1 for update skip locked)
    returning *
  )
  select m.id, m.event_id as "eventId", m.server_id as "serverId", m.scheduled_event_id as "scheduledEventId", m.wanted,
    m.shown_hash as "shownHash", m.begins_at as "beginsAt", m.sent_at is not null as "wasSent", m.state, m.tries,
    m.refused_code as "refusedCode",
    coalesce(m.begins_at <= now(), false) as "hasBegun", coalesce(${LATER('e.starts_at')}, false) as "isToCome",
    coalesce(m.ends_at <= now(), false) as "hasEnded", coalesce(not ${LATER('e.ends_at')}, false) as "isOver",
    case when e.status = 'published' and (e.starts_at <= now() and o.archived_at is null or exists (
      select from (${WANTED_MIRRORS}) w
      where w.organization_id = e.organization_id and w.id = e.id and w.server_id = m.server_id))
    then jsonb_build_object('id', e.id, 'title', e.title, 'description', e.description, 'organizationId', o.id,
      'organizationName', o.name,
      'startsAtMs', extract(epoch from e.starts_at) * 1000, 'endsAtMs', extract(epoch from e.ends_at) * 1000) end as event
  from taken m left join event e on e.id = m.event_id left join organization o on o.id = e.organization_id`;

/** So many refusals one after the other end a turn. */
const REFUSALS = 3;

export async function mirrorEvents(
  ctx: AppContext,
  { serverId }: { serverId: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { sql, discordBot: bot } = ctx;
  if (!bot) return;
  let refused: DiscordError | undefined;
  let inARow = 0;
  while (inARow < REFUSALS) {
    signal.throwIfAborted();
    const mirror = await sql.maybe(TAKE, [serverId]);
    if (!mirror) break;
    try {
      await mirrorOne({ ctx, bot, signal }, mirror);
      inARow = 0;
    } catch (error) {
      if (!(error instanceof DiscordError)) throw error;
      if (isOfForm(error) || (error.scope === 'ours' && error.kind === 'refused')) refused = error;
      inARow += 1;
      if (!(await handleRefusal(ctx, mirror, error))) break;
    }
  }
  if (inARow === REFUSALS) await sql.run(REST, [serverId, MINUTE]);
  // A fault of ours, which no retry can fix: an administrator finds it among the failed jobs.
  if (refused) throw new FinalFailure(refused.message, { cause: refused });
}

type Asking = { ctx: AppContext; bot: DiscordBot; signal: AbortSignal };

async function record({ transact }: AppContext, { id }: Mirror, changes: EntityData<InferEntity<typeof EventMirror>>) {
  await transact(({ em }) => em.nativeUpdate(EventMirror, { id }, changes));
}

async function mirrorOne(asking: Asking, mirror: Mirror): Promise<void> {
  const { ctx, bot, signal } = asking;
  const { serverId, wanted, state, event } = mirror;
  const leaveAlone = () => record(ctx, mirror, { shown: wanted, nextTryAt: now() });
  if (!event) return retire(asking, mirror);
  const isAsShown = mirror.beginsAt === new Date(event.startsAtMs).toISOString();
  if (mirror.isOver || (!mirror.isToCome && !mirror.hasBegun && !isAsShown)) return takeBack(asking, mirror);
  const isAnew = mirror.hasBegun && mirror.isToCome && (state === 'live' || state === 'ended');
  if (!isAnew && state !== 'live') return leaveAlone();
  if (isAnew) {
    if (state === 'live' && mirror.scheduledEventId !== null)
      await bot.deleteScheduledEvent(serverId, mirror.scheduledEventId, signal);
    await record(ctx, mirror, { ...NOT_MADE, state: 'live' });
    mirror.scheduledEventId = null;
  }
  const { scheduledEventId } = mirror;
  const page = eventPageUrl(ctx.config.baseUrl, event.id);
  const shownEvent = presentMirror(event, page);
  const { startsAt } = shownEvent;
  const hash = createHash('sha256').update(JSON.stringify(shownEvent)).digest('base64');
  const shown = (madeId: string) =>
    record(ctx, mirror, {
      ...{ shown: wanted, scheduledEventId: madeId, shownHash: hash },
      ...{ beginsAt: startsAt.toISOString(), endsAt: shownEvent.endsAt.toISOString() },
      ...{ problem: null, nextTryAt: now(), ...ACCEPTED },
    });

  if (scheduledEventId === null) {
    const found = mirror.wasSent && !isAnew ? await findMade(asking, serverId, page) : null;
    if (found === null) {
      await record(ctx, mirror, { sentAt: now() });
      await shown(await bot.createScheduledEvent(serverId, shownEvent, signal));
      return;
    }
    await bot.editScheduledEvent(serverId, found, shownEvent, signal);
    await shown(found);
    return;
  }
  if (mirror.shownHash !== hash) {
    const isMoved = mirror.beginsAt !== startsAt.toISOString();
    const change = { ...shownEvent, startsAt: isMoved && mirror.isToCome ? startsAt : null };
    await bot.editScheduledEvent(serverId, scheduledEventId, change, signal);
  }
  await shown(scheduledEventId);
}

const NOT_MADE = { scheduledEventId: null, shownHash: null, beginsAt: null, endsAt: null, sentAt: null };

/**
 * The event is over before Discord expects it, or begins before Discord could be told: a scheduled event cannot be moved into the
 * past, so it goes. When the event is moved into the future again, another one is made.
 */
async function takeBack(asking: Asking, mirror: Mirror): Promise<void> {
  const wasMade = mirror.scheduledEventId !== null || mirror.wasSent;
  const isLive = isThere(mirror) && wasMade;
  if (isLive) await deleteMade(asking, mirror);
  const changes = { shown: mirror.wanted, nextTryAt: now(), problem: null, ...ACCEPTED };
  await record(asking.ctx, mirror, isLive ? { ...changes, ...NOT_MADE } : changes);
}

/** As far as is known: Discord may have refused a change of it. */
const isThere = ({ state, hasEnded }: Mirror): boolean => (state === 'live' || state === 'failed') && !hasEnded;

/** Discord ends what is over by itself, at the end that it knows of. */
async function retire(asking: Asking, mirror: Mirror): Promise<void> {
  const { id } = mirror;
  if (isThere(mirror)) await deleteMade(asking, mirror);
  await asking.ctx.transact(({ em }) => em.nativeDelete(EventMirror, { id }));
}

async function deleteMade(asking: Asking, mirror: Mirror): Promise<void> {
  const { ctx, bot, signal } = asking;
  const { eventId, serverId, scheduledEventId, wasSent } = mirror;
  const mayBeThere = scheduledEventId === null && wasSent && eventId !== null;
  const lost = mayBeThere ? await findMade(asking, serverId, eventPageUrl(ctx.config.baseUrl, eventId)) : null;
  const made = scheduledEventId ?? lost;
  if (made !== null) await bot.deleteScheduledEvent(serverId, made, signal);
}

/** The one that was made before its answer was lost; its description ends with the address of the event. */
async function findMade({ bot, signal }: Asking, serverId: string, page: string): Promise<string | null> {
  const [self, all] = [await bot.selfId(signal), await bot.scheduledEvents(serverId, signal)];
  const own = all.find(({ creator_id, description }) => creator_id === self && isMirrorOf(description, page));
  return own?.id ?? null;
}

/** Those that wait for longer anyway do so. */
const REST = statement`
  update event_mirror set next_try_at = greatest(next_try_at, now() + $2 * interval '1 ms')
  where server_id = $1 and wanted > shown`;
const FULL = statement`
  update event_mirror set problem = 'too_many', next_try_at = now() + interval '1 day'
  where server_id = $1 and wanted > shown and scheduled_event_id is null`;
const LACKS = statement`update event_mirror set problem = 'lacks_permission' where server_id = $1 and wanted > shown`;
/** No member here waits for these, and the bot has left the server. */
const UNREACHABLE = statement`delete from event_mirror where server_id = $1 and event_id is null`;

const MINUTE = 60_000;

/** Returns whether the next one is taken. */
async function handleRefusal(ctx: AppContext, mirror: Mirror, error: DiscordError): Promise<boolean> {
  const { sql, log } = ctx;
  const { id, serverId, wanted } = mirror;
  const end = (state: Mirror['state']) => record(ctx, mirror, { state, shown: wanted, nextTryAt: now() });
  if (verdictOn(error, mirror.tries) === 'rest') {
    await record(ctx, mirror, { nextTryAt: now() });
    await sql.run(REST, [serverId, error.retryAfterMs ?? 10 * MINUTE]);
    return false;
  }
  switch (error.refusal) {
    case 'unknown_event':
      if (mirror.scheduledEventId === null) break;
      await end('removed');
      return true;
    case 'finished_event':
      await end('ended');
      return true;
    case 'too_many_events':
      if (mirror.scheduledEventId !== null) break;
      await sql.run(FULL, [serverId]);
      return true;
  }
  const isOurs = error.scope === 'ours' || isOfForm(error);
  log[isOurs ? 'error' : 'warn'](
    { err: error, fields: error.fields, eventMirrorId: id, serverId },
    'Discord refuses a scheduled event',
  );
  if (error.scope === 'place' && (await isOfServer(ctx, serverId))) return false;
  await putBack(ctx, mirror, error);
  if (error.scope !== 'for_now') return true;
  await sql.run(REST, [serverId, MINUTE]);
  return false;
}

/** A fault of ours, unless a time has passed before the request arrived: the next try takes the event back. */
const isOfForm = ({ refusal, fields }: DiscordError): boolean =>
  refusal === 'invalid_form' && !fields.some((field) => /^scheduled_(?:start|end)_time$/.test(field));

/** Looks whether the server explains the refusal; if nothing is wrong with it, the scheduled event is at fault. */
async function isOfServer(ctx: AppContext, serverId: string): Promise<boolean> {
  const { sql } = ctx;
  const look = await tryToCheckServer(ctx, serverId);
  if (couldNotAsk(look)) {
    await sql.run(REST, [serverId, MINUTE]);
    return true;
  }
  if (look instanceof DiscordError || look?.mayCreateEvents) return false;
  await sql.run(look === null ? UNREACHABLE : LACKS, [serverId]);
  await sql.run(REST, [serverId, 60 * MINUTE]);
  return true;
}

/** It waits, or is given up until the event or the settings change. One to be deleted is left to the server. */
async function putBack(ctx: AppContext, mirror: Mirror, error: DiscordError): Promise<void> {
  const { id, event } = mirror;
  const before = triesBefore(error, mirror);
  const isTime = error.refusal === 'invalid_form' && !isOfForm(error) && before === 0;
  const isOver = !isTime && verdictOn(error, before) === 'give_up';
  const [tries, code] = [oneMore(before), codeOf(error)];
  await ctx.transact(async (tx) => {
    if (isOver && event === null) return void (await tx.em.nativeDelete(EventMirror, { id }));
    const changes = { tries, refusedCode: code, nextTryAt: now(pauseOf(error, tries)) };
    await tx.em.nativeUpdate(
      EventMirror,
      { id },
      isOver ? { ...changes, state: 'failed', shown: mirror.wanted, nextTryAt: now() } : changes,
    );
    if (!isOver || !isNewlyGivenUp(error, before) || event === null || code === null) return;
    const { organizationId, id: eventId, title } = event;
    await tellOfRefused(tx, 'canManageGuild', { organizationId, eventId, title, code });
  });
}

const LONGEST = { name: 100, description: 1_000, location: 100 };

/** Fits the limits of Discord whatever the event contains. The last line is its address, by which it is found again. */
export function presentMirror(event: NonNullable<Mirror['event']>, pageUrl: string) {
  const text = escapeMarkdown(event.description?.trim() ?? '');
  const lines = [truncate(text, LONGEST.description - pageUrl.length - 1), pageUrl].filter((line) => line !== '');
  return {
    name: truncate(event.title, LONGEST.name),
    description: lines.join('\n'),
    location: pageUrl.length <= LONGEST.location ? pageUrl : truncate(event.organizationName, LONGEST.location),
    startsAt: new Date(event.startsAtMs),
    endsAt: new Date(event.endsAtMs),
  };
}

/** Whether a description is that of the event with this address. */
const isMirrorOf = (description: string | null | undefined, pageUrl: string): boolean =>
  description?.split('\n').at(-1) === pageUrl;
