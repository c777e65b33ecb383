import { z } from 'zod';
import { EmailAddress, SecretToken } from './auth.ts';
import { bodyFlag, lineOfText } from './primitives.ts';

/** Languages of the service; names of the game come in the same ones. */
export const Locale = z.enum(['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']);
export type Locale = z.infer<typeof Locale>;

/** IANA name of a time zone. */
export const TimeZone = lineOfText(60)
  .refine((name) => isTimeZone(name), 'must be the name of a time zone such as Europe/Berlin')
  .meta({ examples: ['Europe/Berlin'] });

/** Looking one up takes longer than all else in an answer that names one. There are some hundreds, in whatever case. */
const knownZones = new Set<string>();
const MAX_KNOWN_ZONES = 2_000;

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    // Offsets such as +02:00 are understood too, but know nothing of daylight saving.
    if (!/^[A-Za-z]/.test(name) || !new Intl.DateTimeFormat('en', { timeZone: name })) return false;
  } catch {
    return false;
  }
  if (knownZones.size < MAX_KNOWN_ZONES) knownZones.add(name);
  return true;
}

const hidesOrTurns = (text: string) => /[\u0080-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text);

const visible = (text: string) => /[\p{L}\p{N}]/u.test(text) && !hidesOrTurns(text);

/** A name that shows what it is: nothing in it hides, or turns the text around it. */
export const visibleLine = (maxLength: number) =>
  lineOfText(maxLength)
    .trim()
    .min(2)
    .refine(visible, 'must have a letter or digit, and no invisible characters or ones that turn the text around');

/** What somebody calls a thing that they made: any sign that is to be seen will do. */
export const titleLine = (maxLength: number) =>
  lineOfText(maxLength)
    .trim()
    .min(1)
    .refine(
      (text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text) && !hidesOrTurns(text),
      'must have a visible character, and no invisible ones or ones that turn the text around',
    );

export const DisplayName = visibleLine(40).meta({ examples: ['Brynhild'] });

export const UpdateProfileInput = z.strictObject({
  displayName: DisplayName.optional(),
  locale: Locale.optional(),
  timeZone: TimeZone.optional(),
  bio: z
    .string()
    .max(500)
    .refine((text) => !text.includes('\u0000'), 'must not contain the character NUL')
    .nullable()
    .optional()
    .meta({ description: 'Markdown, shown as text; null removes it' }),
  sharesWithGuilds: bodyFlag(
    'Whether members of their guilds see what their characters can make, have fought and are to factions',
  ).optional(),
});
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>;

export const ChangeEmailInput = z.strictObject({ email: EmailAddress });
export const VerifyEmailInput = z.strictObject({ token: SecretToken });

export const AccountLinkId = z.enum(['battlenet', 'discord', 'email']);
export type AccountLinkId = z.infer<typeof AccountLinkId>;
