import { z } from 'zod';
import { EmailAddress, SecretToken } from './auth.ts';
import { typedName } from './name.ts';
import { Locale, lineOfText } from './primitives.ts';
import { canonicalZone } from './time-zone.ts';

/** IANA name of a time zone, normalized to one spelling: `europe/berlin` becomes Europe/Berlin, Etc/UTC becomes UTC. */
export const TimeZone = lineOfText(60)
  .refine((name) => canonicalZone(name) !== null, 'must be the name of a time zone such as Europe/Berlin')
  .transform((name) => canonicalZone(name) ?? name)
  .meta({ override: { type: 'string', maxLength: 60, examples: ['Europe/Berlin'] } });

export const DisplayName = typedName(40, { min: 2, shows: 'word' }).meta({ examples: ['Brynhild'] });

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
