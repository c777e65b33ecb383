import type { EventView, MyParticipation } from '@guildhall/contracts/event.ts';
import type { z } from 'zod';
import { instantOf } from '../../core/db/sql.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { shownRules } from '../../rights/organization.rules.ts';
import { type EventViewer, eventRules } from './event.rules.ts';

type Mine = z.infer<typeof MyParticipation>;

type Derived = 'signupDeadline' | 'counts' | 'journalInstance' | 'createdBy' | 'mine' | 'abilityRules';
export type EventViewRow = Omit<EventView, Derived> &
  EventView['counts'] & {
    signupClosesMinutes: number | null;
    createdById: string | null;
    createdByName: string | null;
    instanceId: number | null;
    instanceName: string;
    instanceCategory: NonNullable<EventView['journalInstance']>['category'];
    mineId: string | null;
    mineCharacterId: Mine['characterId'];
    mineRoleKey: Mine['roleKey'];
    mineRoles: Mine['roles'];
    mineStatus: Mine['status'];
    minePosition: Mine['position'];
    mineNote: Mine['note'];
    mineLateMinutes: Mine['lateMinutes'];
    mineAttendance: Mine['attendance'];
  };

export function presentEvent(row: EventViewRow, viewer: EventViewer, pictureUrl: PictureUrl): EventView {
  const { startsAt, signupClosesMinutes, createdById, createdByName, instanceId, imageUrl } = row;
  const start = instantOf(startsAt);
  return {
    id: row.id,
    organizationId: row.organizationId,
    title: row.title,
    description: row.description,
    type: row.type,
    scope: row.scope,
    status: row.status,
    version: row.version,
    startsAt: start,
    endsAt: instantOf(row.endsAt),
    localStart: row.localStart,
    timeZone: row.timeZone,
    signupDeadline:
      signupClosesMinutes === null ? null : new Date(Date.parse(start) - signupClosesMinutes * 60_000).toISOString(),
    slots: row.slots,
    counts: { signedUp: row.signedUp, tentative: row.tentative, waitlist: row.waitlist, declined: row.declined },
    journalInstance:
      instanceId === null ? null : { id: instanceId, name: row.instanceName, category: row.instanceCategory },
    imageUrl: pictureUrl(imageUrl),
    recurringSeriesId: row.recurringSeriesId,
    createdBy: createdById === null ? null : { id: createdById, displayName: createdByName ?? '' },
    anyRole: row.anyRole,
    countsForAttendance: row.countsForAttendance,
    mine: mineOf(row),
    faces: row.faces.map(({ user, character }) => ({
      user,
      character: character && { ...character, avatarUrl: pictureUrl(character.avatarUrl) },
    })),
    abilityRules: shownRules(viewer, eventRules(viewer, row)).map(({ action, subject }) => ({
      action,
      // CASL's wire form allows more; our rules always name subjects by text.
      subject: subject as string | string[],
    })),
    createdAt: instantOf(row.createdAt),
  };
}

function mineOf(row: EventViewRow): Mine | null {
  if (row.mineId === null) return null;
  return {
    id: row.mineId,
    characterId: row.mineCharacterId,
    roleKey: row.mineRoleKey,
    roles: row.mineRoles,
    status: row.mineStatus,
    position: row.minePosition,
    note: row.mineNote,
    lateMinutes: row.mineLateMinutes,
    attendance: row.mineAttendance,
  };
}
