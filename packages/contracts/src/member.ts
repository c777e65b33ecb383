/** The page of one member of an organization. */
import { z } from 'zod';
import { MemberAttendance } from './attendance.ts';
import { EventRole, ParticipationStatus } from './event.ts';
import { NamedRef } from './organization.ts';
import { Reach } from './participation.ts';
import { Id, InLocale, Instant, OrganizationRef } from './primitives.ts';
import { GuildMemberView } from './role.ts';

export const MemberInput = z.object({ id: OrganizationRef, userId: Id, ...InLocale });
export type MemberInput = z.infer<typeof MemberInput>;

const MemberCharacter = z
  .object({
    id: z.string(),
    entryId: z.string().nullable().meta({ description: 'Of the roster, in a guild of the game' }),
    name: z.string(),
    realm: z.string(),
    class: NamedRef,
    level: z.int(),
    itemLevel: z.int().nullable(),
    isMain: z.boolean(),
    verified: z.boolean().meta({ description: 'The person’s own account on the game platform lists it' }),
    rank: z.int().nullable(),
    rankName: z.string().nullable(),
    lastLoginAt: Instant.nullable(),
  })
  .meta({ id: 'MemberCharacter' });

const MemberAnswer = z
  .object({
    eventId: z.string(),
    title: z.string(),
    startsAt: Instant,
    status: ParticipationStatus.nullable().meta({ description: 'Null: not answered' }),
    roleKey: EventRole.nullable(),
  })
  .meta({ id: 'MemberAnswer' });

const MemberAbsence = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    timeZone: z.string(),
    note: z.string().nullable(),
    enteredByOfficer: z
      .boolean()
      .meta({ description: 'Whether an officer entered it, so that officers can remove it' }),
  })
  .meta({ id: 'MemberAbsence' });

export const MemberPageView = GuildMemberView.extend({
  characters: z.array(MemberCharacter).meta({
    description:
      'In a guild of the game those of its roster, claims that are not proven only for people who decide about them; otherwise the main and those that took part in events. Main first',
  }),
  lastPlayedAt: Instant.nullable().meta({ description: 'The latest known login of these characters' }),
  answers: z.array(MemberAnswer).meta({ description: 'The next ten events that the caller sees' }),
  attendance: MemberAttendance.nullable().meta({
    description: 'For officers and the member, with the latest 20 events; null for others',
  }),
  absences: z.array(MemberAbsence).nullable().meta({
    description: 'Absences that have not ended, for officers and the member; null for others',
  }),
  reach: Reach.nullable().meta({
    description: 'How reminders reach them, for people who manage events and the member; null for others, or if muted',
  }),
}).meta({ id: 'MemberPage' });
export type MemberPageView = z.infer<typeof MemberPageView>;
