import type { EventView, MyParticipation } from '@guildhall/contracts/event.ts';
import type { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { publicUrl } from '../core/public-url.ts';
import { instantOf } from '../core/sql.ts';
import type { OrganizationAccess } from '../organizations/organization.access.ts';
import { eventRules } from './event.rules.ts';

export type EventViewRow = Omit<
  EventView,
  'signupDeadline' | 'counts' | 'journalInstance' | 'createdBy' | 'mine' | 'abilityRules'
> &
  EventView['counts'] & {
    signupClosesMinutes: number | null;
    journalInstanceId: number | null;
    createdById: string | null;
    createdByName: string | null;
    mine: z.infer<typeof MyParticipation> | null;
  };

type Viewer = { actor: Actor; access: OrganizationAccess; baseUrl: string };

export function presentEvent(row: EventViewRow, { actor, access, baseUrl }: Viewer): EventView {
  const { startsAt, signupClosesMinutes, createdById, createdByName, journalInstanceId, imageUrl } = row;
  const start = instantOf(startsAt);
  return {
    id: row.id,
    organizationId: row.organizationId,
    title: row.title,
    description: row.description,
    type: row.type,
    scope: row.scope,
    status: row.status,
    startsAt: start,
    endsAt: instantOf(row.endsAt),
    localStart: row.localStart,
    timeZone: row.timeZone,
    signupDeadline:
      signupClosesMinutes === null ? null : new Date(Date.parse(start) - signupClosesMinutes * 60_000).toISOString(),
    slots: row.slots,
    counts: { signedUp: row.signedUp, tentative: row.tentative, waitlist: row.waitlist, declined: row.declined },
    journalInstance: journalInstanceId === null ? null : { id: journalInstanceId },
    imageUrl: imageUrl === null ? null : publicUrl(baseUrl, imageUrl),
    recurringSeriesId: row.recurringSeriesId,
    createdBy: createdById === null ? null : { id: createdById, displayName: createdByName ?? '' },
    countsForAttendance: row.countsForAttendance,
    mine: row.mine,
    abilityRules: eventRules(actor, access, row).map(({ action, subject }) => ({
      action,
      // The wire form is the library's own; ours names subjects by text alone.
      subject: subject as string | string[],
    })),
    createdAt: instantOf(row.createdAt),
  };
}
