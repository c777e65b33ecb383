import type { EventView, MyParticipation } from '@guildhall/contracts/event.ts';
import type { z } from 'zod';
import { publicUrl } from '../core/public-url.ts';
import { instantOf } from '../core/sql.ts';
import { type EventViewer, eventRules } from './event.rules.ts';

export type EventViewRow = Omit<EventView, 'signupDeadline' | 'counts' | 'createdBy' | 'mine' | 'abilityRules'> &
  EventView['counts'] & {
    signupClosesMinutes: number | null;
    createdById: string | null;
    createdByName: string | null;
    mine: z.infer<typeof MyParticipation> | null;
  };

export function presentEvent(row: EventViewRow, viewer: EventViewer, baseUrl: string): EventView {
  const { startsAt, signupClosesMinutes, createdById, createdByName, imageUrl } = row;
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
    journalInstance: row.journalInstance,
    imageUrl: imageUrl === null ? null : publicUrl(baseUrl, imageUrl),
    recurringSeriesId: row.recurringSeriesId,
    createdBy: createdById === null ? null : { id: createdById, displayName: createdByName ?? '' },
    countsForAttendance: row.countsForAttendance,
    mine: row.mine,
    abilityRules: eventRules(viewer, row).map(({ action, subject }) => ({
      action,
      // The wire form is the library's own; ours names subjects by text alone.
      subject: subject as string | string[],
    })),
    createdAt: instantOf(row.createdAt),
  };
}
