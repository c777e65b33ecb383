import { z } from 'zod';
import { EmailAddress, SecretToken } from './auth.ts';
import { Locale, lineOfText } from './primitives.ts';

/** IANA name of a time zone, normalized to one spelling: `europe/berlin` becomes Europe/Berlin, Etc/UTC becomes UTC. */
export const TimeZone = lineOfText(60)
  .refine((name) => canonicalZone(name) !== null, 'must be the name of a time zone such as Europe/Berlin')
  .transform((name) => canonicalZone(name) ?? name)
  .meta({ override: { type: 'string', maxLength: 60, examples: ['Europe/Berlin'] } });

/**
 * Looking up a zone would take longer than everything else in an answer. There are a few hundred, in any letter case.
 */
const knownZones = new Map<string, string>();
const MAX_KNOWN_ZONES = 2_000;

/** Renamed places whose old names the runtime's library keeps. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

function canonicalZone(name: string): string | null {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  // The runtime also accepts offsets such as +02:00, but they ignore daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    const zone = RENAMED[timeZone] ?? timeZone;
    if (knownZones.size < MAX_KNOWN_ZONES) knownZones.set(name, zone);
    return zone;
  } catch {
    return null;
  }
}

const hidesOrTurns = (text: string) => /[\u0080-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(text);

const visible = (text: string) => /[\p{L}\p{N}]/u.test(text) && !hidesOrTurns(text);

/** A name without invisible characters and without any that reverse the text around it. */
export const visibleLine = (maxLength: number) =>
  lineOfText(maxLength)
    .trim()
    .min(2)
    .refine(visible, 'must have a letter or digit, and no invisible characters or ones that turn the text around');

/** The title of something a person made: any visible character is allowed. */
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
  sharesWithGuilds: z
    .boolean()
    .meta({
      description:
        'Whether members of the person’s guilds can see their characters’ gear, item levels, kills, runs, recipes and reputations. The roster of the game is not changed by it',
    })
    .optional(),
});
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>;

export const ChangeEmailInput = z.strictObject({ email: EmailAddress });
export const VerifyEmailInput = z.strictObject({ token: SecretToken });

export const AccountLinkId = z.enum(['battlenet', 'discord', 'email']).meta({ id: 'AccountLinkId' });
export type AccountLinkId = z.infer<typeof AccountLinkId>;
