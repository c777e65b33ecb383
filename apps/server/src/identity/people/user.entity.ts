import type { PreferencesView } from '@guildhall/contracts/preferences.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';

/** The display name of a new person until they choose one. */
export const NAMELESS = 'Adventurer';

/** A person, in the view `person` until they are being erased. Identities at the platforms are rows of `account`. */
export const User = defineEntity({
  name: 'User',
  tableName: 'app_user',
  properties: {
    id: id(),
    displayName: p.text(),
    email: p.text().nullable(),
    emailVerifiedAt: instant().nullable(),
    avatarUrl: p.text().nullable(),
    isAdmin: p.boolean().default(false),
    locale: p.text().default('en_US'),
    timeZone: p.text().default('UTC'),
    bio: p.text().nullable(),
    /** Kinds of event mails the person has opted out of. */
    mutedEventMails: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** Whether their guilds see what their characters can craft, have fought, and how they stand with factions. */
    sharesWithGuilds: p.boolean().default(true),
    /** Preferences for every device; `preferences.ts` of the contracts bounds them. */
    preferences: p.json<Partial<PreferencesView & { eventsByMessage: boolean }>>().defaultRaw(`'{}'`),
    onboardingCompletedAt: instant().nullable(),
    createdAt: createdAt(),
    /** Set when the person asked to be erased: for all others they are gone, and a job removes the rest. */
    erasingAt: instant().nullable(),
  },
  indexes: [
    { name: 'app_user_erasing', properties: ['erasingAt'], where: 'erasing_at is not null' },
    {
      name: 'app_user_asks_for_new_events',
      properties: ['id'],
      where: `preferences @> '{"requestedNotifications": ["event_new"]}'`,
    },
    {
      name: 'app_user_by_name',
      expression:
        'create index "app_user_by_name" on "app_user" (display_name collate "und-x-icu", "id") where erasing_at is null',
    },
    {
      name: 'app_user_by_any_name',
      expression: 'create index "app_user_by_any_name" on "app_user" using gin (search_key(display_name) gin_trgm_ops)',
    },
    {
      name: 'app_user_by_any_email',
      expression: 'create index "app_user_by_any_email" on "app_user" using gin (search_key(email) gin_trgm_ops)',
    },
  ],
  triggers: [
    {
      // Places may be lost or free, and mails due that the person did not get before, see `event_look`.
      name: 'app_user_looks_at_events',
      timing: 'after',
      events: ['update'],
      when: '((old.erasing_at IS DISTINCT FROM new.erasing_at) OR (old.email IS DISTINCT FROM new.email) OR (old.email_verified_at IS DISTINCT FROM new.email_verified_at) OR (old.muted_event_mails <> new.muted_event_mails))',
      body: `
        insert into event_look (part, user_id) values ('places', new.id), ('reminders', new.id);
        return null;`,
    },
  ],
  uniques: [
    {
      name: 'app_user_email_unique',
      expression: 'create unique index "app_user_email_unique" on "app_user" (lower(email))',
    },
  ],
});
