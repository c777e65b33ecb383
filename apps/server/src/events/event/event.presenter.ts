import {
  Attendance,
  EventRole,
  EventScope,
  EventStatus,
  EventType,
  type EventView,
  type MyParticipation,
  ParticipationStatus,
} from '@guildhall/contracts/event.ts';
import { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import type { z } from 'zod';
import { instantOf } from '../../core/db/sql.ts';
import { columns, json, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { shownRules } from '../../rights/organization.rules.ts';
import { type EventViewer, eventRules } from './event.rules.ts';

type Mine = z.infer<typeof MyParticipation>;

export const EventViewRow = columns({
  id: 'uuid',
  title: 'text',
  description: 'text?',
  startsAt: 'instant',
  endsAt: 'instant',
  createdAt: 'instant',
  timeZone: 'text',
  organizationId: 'uuid',
  scope: text(EventScope.options),
  status: text(EventStatus.options),
  version: 'int',
  type: text(EventType.options),
  imageUrl: 'text?',
  localStart: 'text',
  slots: json<EventView['slots']>(),
  recurringSeriesId: 'uuid?',
  anyRole: 'bool',
  countsForAttendance: 'bool',
  faces: json<EventView['faces']>(),
  signedUp: 'int',
  tentative: 'int',
  waitlist: 'int',
  declined: 'int',
  signupClosesMinutes: 'int?',
  createdById: 'uuid?',
  createdByName: 'text?',
  instanceId: 'int?',
  instanceName: 'text?',
  instanceCategory: text(InstanceCategory.options).orNull,
  mineId: 'uuid?',
  mineCharacterId: 'uuid?',
  mineRoleKey: text(EventRole.options).orNull,
  mineRoles: texts(EventRole.options).orNull,
  mineStatus: text(ParticipationStatus.options).orNull,
  minePosition: 'int?',
  mineNote: 'text?',
  mineLateMinutes: 'int?',
  mineAttendance: text(Attendance.options).orNull,
});
export type EventViewRow = RowOf<typeof EventViewRow>;

export function presentEvent(row: EventViewRow, viewer: EventViewer, pictureUrl: PictureUrl): EventView {
  const { startsAt, signupClosesMinutes, createdById, createdByName, imageUrl } = row;
  const { instanceId, instanceName, instanceCategory } = row;
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
      instanceId === null || instanceName === null || instanceCategory === null
        ? null
        : { id: instanceId, name: instanceName, category: instanceCategory },
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
  const { mineId, mineRoles, mineStatus } = row;
  if (mineId === null || mineRoles === null || mineStatus === null) return null;
  return {
    id: mineId,
    characterId: row.mineCharacterId,
    roleKey: row.mineRoleKey,
    roles: mineRoles,
    status: mineStatus,
    position: row.minePosition,
    note: row.mineNote,
    lateMinutes: row.mineLateMinutes,
    attendance: row.mineAttendance,
  };
}
