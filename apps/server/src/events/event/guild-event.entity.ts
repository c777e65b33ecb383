import { EventScope, EventStatus, EventType } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { Team } from '../../raiders/team.entity.ts';
import { JournalInstance } from '../../reference/game-data/journal.entity.ts';

/**
 * An event of a guild's calendar. `localStart` and `timeZone` are stored as requested and survive daylight-saving
 * changes; `startsAt` and `endsAt` are derived from them. Every change to participations locks this row.
 */
export const GuildEvent = defineEntity({
  name: 'GuildEvent',
  tableName: 'event',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    title: p.text(),
    description: p.text().nullable(),
    type: p.enum(EventType.options),
    scope: p.enum(EventScope.options),
    status: p.enum(EventStatus.options),
    startsAt: instant(),
    endsAt: instant(),
    /** Wall clock in `timeZone`, as `2026-12-01T20:00`. */
    localStart: p.text(),
    /** The local time shown at the start if a clock change skips `localStart`. */
    actualStart: p.text().nullable(),
    timeZone: p.text(),
    /** How long before the start sign-ups close. Null means at the start. */
    signupClosesMinutes: p.integer().nullable(),
    /** A raid or dungeon of the journal. */
    journalInstance: () => p.manyToOne(JournalInstance).nullable().deleteRule('set null').index(),
    /** The team whose evening it is. */
    team: () => p.manyToOne(Team).nullable().deleteRule('set null').index(),
    imageUrl: p.text().nullable(),
    recurringSeriesId: p.uuid().nullable(),
    /** Fields changed in this event alone, which edits of its series leave untouched. */
    ownFields: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** Whether a character may take a role that its class cannot play. */
    anyRole: p.boolean().default(false),
    countsForAttendance: p.boolean().default(true),
    /** The last ticket issued for its queue. */
    tickets: p.integer().default(0),
    /** Counts changes of the event itself. */
    version: p.integer().default(1),
    createdBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    publishedAt: instant().nullable(),
    /** When members who had not answered were last reminded. */
    remindedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'event_by_start', properties: ['organization', 'startsAt', 'id'] },
    { name: 'event_by_series', properties: ['recurringSeriesId', 'id'], where: 'recurring_series_id is not null' },
    { name: 'event_published_by_end', properties: ['endsAt'], where: `status = 'published'` },
    { name: 'event_published_by_start', properties: ['startsAt', 'id'], where: `status = 'published'` },
    {
      name: 'event_published_by_close',
      expression: `create index "event_published_by_close" on "event" (((starts_at at time zone 'UTC') - coalesce(signup_closes_minutes, 0) * interval '1 minute')) where status = 'published'`,
    },
  ],
  checks: [
    // Bounded, so that events overlapping a range begin at most this long before it. As PostgreSQL prints it back.
    {
      name: 'event_duration',
      expression: `(ends_at > starts_at) AND (ends_at <= (starts_at + '7 days'::interval))`,
    },
    { name: 'event_signup_closes', expression: 'signup_closes_minutes >= 0' },
  ],
  triggers: [
    {
      // Published again or moved, it may have answers that count no more, and other mails are due, see `event_look`.
      name: 'event_looks_at_itself',
      timing: 'after',
      events: ['update'],
      when: `((new.status = 'published'::text) AND ((old.status <> new.status) OR (old.version <> new.version) OR (old.starts_at <> new.starts_at)))`,
      body: `
        insert into event_look (part, event_id)
        select part, new.id from unnest('{places,reminders}'::text[]) part
        where new.starts_at > now() and (part = 'places' or new.starts_at <= clock_timestamp() + interval '25 hours');
        return null;`,
    },
    {
      name: 'event_transition',
      timing: 'before',
      events: ['update'],
      // Only as part of a series is an event cancelled before it is published, or after it is completed.
      body: `
        if old.status <> new.status and not (
          (old.status, new.status) in (('draft', 'published'), ('published', 'cancelled'), ('published', 'completed'))
          or old.status in ('draft', 'completed') and new.status = 'cancelled' and new.recurring_series_id is not null
          or (old.status, new.status) = ('cancelled', 'published') and new.starts_at > now()
        ) then
          raise exception 'event %: % does not become %', new.id, old.status, new.status using errcode = 'check_violation';
        end if;
        return new;`,
    },
    {
      // An officer who moves the start to look at hidden reserves, and then back, could otherwise choose after looking.
      name: 'event_keeps_reserves_locked',
      timing: 'after',
      events: ['update'],
      when: '(old.starts_at IS DISTINCT FROM new.starts_at)',
      body: `
        update reserve_sheet set locked_at = old.starts_at - locks_minutes * interval '1 minute'
        where event_id = new.id and locked_at is null and audience <> 'everybody'
          and old.starts_at - locks_minutes * interval '1 minute' <= clock_timestamp();
        return new;`,
    },
    {
      // SR+ counts along the sheets that remain.
      name: 'event_passes_reserves_on',
      timing: 'before',
      events: ['delete'],
      body: `
        update reserve_sheet s set continues_id = nullif(gone.continues_id, s.event_id)
        from reserve_sheet gone where gone.event_id = old.id and s.continues_id = old.id
          and exists (select from event e where e.id = s.event_id);
        return old;`,
    },
  ],
});
