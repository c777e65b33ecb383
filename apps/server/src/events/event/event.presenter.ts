import { Attendance, EventRole, type EventView, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import { columns, json, object, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { shownRules } from '../../rights/organization.rules.ts';
import { EventFields } from './event.access.ts';
import { type EventViewer, eventRules } from './event.rules.ts';

/** The fields of an answer. */
export const Answer = columns({
  status: text(ParticipationStatus.options),
  roleKey: text(EventRole.options).orNull,
  /** All roles the person would play, preferred first. */
  roles: texts(EventRole.options),
  note: 'text?',
  lateMinutes: 'int?',
});

export const EventViewRow = columns({
  ...EventFields,
  createdAt: 'instant',
  guildTimeZone: 'text',
  imageUrl: 'text?',
  slots: json<EventView['slots']>(),
  faces: json<EventView['faces']>(),
  signedUp: 'int',
  tentative: 'int',
  waitlist: 'int',
  declined: 'int',
  createdByName: 'text?',
  journalInstance: object({ id: 'int', name: 'text', category: text(InstanceCategory.options) }).orNull,
  mine: object({
    ...Answer,
    id: 'uuid',
    characterId: 'uuid?',
    position: 'int?',
    attendance: text(Attendance.options).orNull,
  }).orNull,
});
export type EventViewRow = RowOf<typeof EventViewRow>;

export function presentEvent(row: EventViewRow, viewer: EventViewer, pictureUrl: PictureUrl): EventView {
  const { signupClosesMinutes, createdById, createdByName, signedUp, tentative, waitlist, declined, ...event } = row;
  return {
    ...event,
    signupDeadline:
      signupClosesMinutes === null
        ? null
        : new Date(Date.parse(row.startsAt) - signupClosesMinutes * 60_000).toISOString(),
    counts: { signedUp, tentative, waitlist, declined },
    imageUrl: pictureUrl(row.imageUrl),
    createdBy: createdById === null ? null : { id: createdById, displayName: createdByName ?? '' },
    faces: row.faces.map(({ user, character }) => ({
      user,
      character: character && { ...character, avatarUrl: pictureUrl(character.avatarUrl) },
    })),
    archived: viewer.archived,
    abilityRules: shownRules(viewer, eventRules(viewer, row), viewer.archived).map(({ action, subject }) => ({
      action,
      // CASL's wire form allows more; our rules always name subjects by text.
      subject: subject as string | string[],
    })),
  };
}
