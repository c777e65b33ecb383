import { Attendance, EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { Character } from '../../characters/character.entity.ts';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../people/user.entity.ts';
import { GuildEvent } from './guild-event.entity.ts';

/**
 * A person's answer to an event, and whether they came; one row per person. `ticket` is their place in the queue and
 * stays with them while they hold a slot. A trigger counts in `event_slot`, which makes signing up without a free slot
 * impossible.
 */
export const Participation = defineEntity({
  name: 'Participation',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    character: () => p.manyToOne(Character).nullable().deleteRule('set null').index(),
    /** The assigned role, or the preferred one of a person without a slot. */
    roleKey: p.enum(EventRole.options).nullable(),
    /** All roles the person would play, preferred first. The waitlist assigns the first one that becomes free. */
    roles: p.array().columnType('text[]').defaultRaw(`'{}'`),
    status: p.enum(ParticipationStatus.options),
    /** When the status last changed: declining before the deadline differs from declining after it. */
    statusSince: instant().defaultRaw('now()'),
    /** Declined on the person's behalf: by an officer, or by the service because the person could no longer come. */
    removed: p.boolean().default(false),
    ticket: p.integer().nullable(),
    note: p.text().nullable(),
    /** How late the person expects to be; null means on time. */
    lateMinutes: p.integer().nullable(),
    attendance: p.enum(Attendance.options).nullable(),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'participation_one_a_person', properties: ['event', 'user'] },
    { name: 'participation_one_a_ticket', properties: ['event', 'ticket'] },
  ],
  indexes: [{ name: 'participation_waiting', properties: ['event', 'ticket'], where: `status = 'waitlist'` }],
  checks: [
    { name: 'participation_late', expression: '(late_minutes >= 1) AND (late_minutes <= 240)' },
    {
      name: 'participation_ticket',
      expression: `(status = ANY (ARRAY['signed_up'::text, 'waitlist'::text])) = (ticket IS NOT NULL)`,
    },
    {
      name: 'participation_waits_for_a_role',
      expression: `(status <> 'waitlist'::text) OR ((role_key IS NOT NULL) AND (role_key = ANY (roles)))`,
    },
  ],
  triggers: [
    {
      name: 'participation_takes_slot',
      timing: 'after',
      events: ['insert', 'update', 'delete'],
      body: `
        if tg_op = 'UPDATE' and (old.status, old.role_key, old.event_id) is not distinct from
          (new.status, new.role_key, new.event_id) then
          return null;
        end if;
        if tg_op <> 'INSERT' and old.status = 'signed_up' then
          update event_slot set taken = taken - 1 where event_id = old.event_id and role_key = old.role_key;
        end if;
        if tg_op <> 'DELETE' and new.status = 'signed_up' then
          update event_slot set taken = taken + 1 where event_id = new.event_id and role_key = new.role_key;
          if not found and exists (select from event_slot where event_id = new.event_id) then
            raise exception 'event %: no slot for %', new.event_id, new.role_key using errcode = 'check_violation';
          end if;
        end if;
        return null;`,
    },
  ],
});
