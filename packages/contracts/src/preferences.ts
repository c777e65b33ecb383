/** A person's preferences, shared by all of their devices. */
import { z } from 'zod';
import { NotificationKind, RequestedNotificationKind } from './notification.ts';
import { lineOfText } from './primitives.ts';

const MAX_CLIENT_BYTES = 7_168;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const MutedNotifications = z
  .array(NotificationKind)
  .max(NotificationKind.options.length)
  .meta({ description: 'Kinds of notifications that are not written for this person' });

const RequestedNotifications = z
  .array(RequestedNotificationKind)
  .max(RequestedNotificationKind.options.length)
  .meta({ description: 'Kinds of notifications that are written only for people who ask for them' });

const ClientPreferences = z
  .record(z.string().regex(/^[a-z][a-zA-Z0-9.-]{0,63}$/, 'must be a name such as table.density'), lineOfText(500))
  .refine((entries) => bytesOf(entries) <= MAX_CLIENT_BYTES, 'must be at most 7 KiB in all')
  .meta({ description: 'For clients to keep what they like, such as a density; at most 7 KiB' });

export const PreferencesView = z
  .object({
    mutedNotifications: z.array(NotificationKind),
    requestedNotifications: z.array(RequestedNotificationKind),
    client: z.record(z.string(), z.string()),
  })
  .meta({
    id: 'Preferences',
    examples: [
      {
        mutedNotifications: ['transfer_waiting'],
        requestedNotifications: ['event_new'],
        client: { 'roster.density': 'compact' },
      },
    ],
  });
export type PreferencesView = z.infer<typeof PreferencesView>;

export const ChangePreferencesInput = z.strictObject({
  mutedNotifications: MutedNotifications.optional(),
  requestedNotifications: RequestedNotifications.optional(),
  client: ClientPreferences.optional(),
});
export type ChangePreferencesInput = z.infer<typeof ChangePreferencesInput>;
