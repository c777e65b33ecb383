import { Attendance, EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Character } from '../../membership/characters/character.entity.ts';
import { Raider, RaiderCharacter } from '../../membership/characters/raider.entity.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';

/**
 * A raider's answer to an event, and whether they came; one row per raider. `ticket` is their place in the queue and
 * stays with them while they hold a slot. A trigger counts in `event_slot`, which makes signing up without a free slot
 * impossible.
 */
export const Participation = defineEntity({
  name: 'Participation',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).deleteRule('cascade'),
    raider: () => p.manyToOne(Raider).deleteRule('cascade').index(),
    /** The person behind the raider, kept so by triggers. */
    user: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    character: () => p.manyToOne(Character).nullable().deleteRule('set null').index(),
    /** The character of a raider without an account. */
    raiderCharacter: () => p.manyToOne(RaiderCharacter).nullable().deleteRule('set null').index(),
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
    { name: 'participation_one_a_raider', properties: ['event', 'raider'] },
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
      // A process of the version before names the person alone; the raider appears with the first answer.
      name: 'participation_has_raider',
      timing: 'before',
      events: ['insert'],
      body: `
        if new.raider_id is null then
          new.raider_id := (select r.id from raider r join event e on e.organization_id = r.organization_id
            where e.id = new.event_id and r.user_id = new.user_id);
        end if;
        if new.raider_id is null then
          insert into raider (organization_id, user_id)
          select e.organization_id, new.user_id from event e where e.id = new.event_id and new.user_id is not null
          on conflict (organization_id, user_id) do nothing;
          new.raider_id := (select r.id from raider r join event e on e.organization_id = r.organization_id
            where e.id = new.event_id and r.user_id = new.user_id);
        end if;
        new.user_id := (select r.user_id from raider r where r.id = new.raider_id);
        return new;`,
    },
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
