import { z } from 'zod';
import { bodyInteger, Instant, Locale, lineOfText } from './primitives.ts';
import { ProviderId } from './user.ts';

/**
 * An e-mail address as typed: one plain ASCII address, compared without case. Validated before any normalization,
 * because an address that only looks valid after case folding is not one.
 */
export const EmailAddress = z
  .email('must be an e-mail address')
  .max(254)
  .transform((email) => email.toLowerCase())
  .meta({ override: { type: 'string', format: 'email', maxLength: 254, examples: ['brynhild@example.org'] } });

/** The token of a mailed link. */
export const SecretToken = z.string().min(20).max(100);

export const CallbackUrl = z
  .string()
  .max(2_000)
  .meta({
    description: 'Path on this service to go to afterwards; anything else is refused',
    examples: ['/welcome'],
  });

export const MagicLinkInput = z.strictObject({ email: EmailAddress, callbackURL: CallbackUrl.optional() });
export type MagicLinkInput = z.infer<typeof MagicLinkInput>;

export const MagicLinkPreviewInput = z.strictObject({ token: SecretToken });
export const MagicLinkPreview = z
  .object({
    email: z.string().meta({ description: 'The address that the link was mailed to' }),
    displayName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the account that the link signs in to; null if it creates a new one' }),
    signedInAs: z.object({ displayName: z.string(), email: z.string().nullable() }).nullable().meta({
      description: 'Another person signed in in this browser, whose session ends if the link is used; otherwise null',
    }),
  })
  .meta({
    id: 'MagicLinkPreview',
    examples: [{ email: 'brynhild@example.org', displayName: 'Brynhild', signedInAs: null }],
  });
export type MagicLinkPreview = z.infer<typeof MagicLinkPreview>;

export const RedeemMagicLinkInput = z.strictObject({ token: SecretToken, callbackURL: CallbackUrl.optional() });
export const MagicLinkRedeemed = z
  .object({ callbackURL: z.string().meta({ description: 'Path on this service to open next' }) })
  .meta({ id: 'MagicLinkRedeemed', examples: [{ callbackURL: '/welcome' }] });

export const MergeAccountsInput = z.strictObject({
  offer: z
    .string()
    .max(2_000)
    .meta({ description: 'The value of `merge` that came with `error=account_already_linked`' }),
});

export const TokenScope = z.enum(['read', 'write']).meta({ id: 'TokenScope' });
export type TokenScope = z.infer<typeof TokenScope>;

export const SessionListItem = z
  .object({
    id: z.string(),
    label: z.string().nullable().meta({ description: 'Name of a token for a bot or tool; null for a sign-in' }),
    scope: TokenScope,
    userAgent: z
      .string()
      .nullable()
      .meta({
        description: 'The browser that signed in, as it named itself; null for a token',
        examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
      }),
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: 'SessionListItem' });
export type SessionListItem = z.infer<typeof SessionListItem>;

export const TokenLabel = lineOfText(60)
  .min(1)
  .meta({ examples: ['Raid bot'] });

export const CreateTokenInput = z.strictObject({
  label: TokenLabel,
  scope: TokenScope.meta({ description: '`read` cannot change anything' }),
  expiresInDays: bodyInteger({ min: 1, max: 180, description: 'Default 90' }).default(90),
});
export type CreateTokenInput = z.infer<typeof CreateTokenInput>;

export const CreatedToken = z
  .object({
    id: z.string().meta({ description: 'For the list of sessions, and for revoking it' }),
    token: z.string().meta({ description: 'Shown once; send it as `Authorization: Bearer …`' }),
    expiresAt: Instant,
  })
  .meta({ id: 'CreatedToken' });

export const SocialSignInInput = z.strictObject({ provider: lineOfText(40), callbackURL: CallbackUrl.optional() });
export const SocialSignIn = z.object({ url: z.string(), redirect: z.literal(true) });

/** A person of the simulated platforms to sign in as. */
export const DemoAccount = z.object({
  provider: ProviderId,
  key: z.string(),
  name: z.string(),
  label: z.string(),
  description: z.string(),
});
export type DemoAccount = z.infer<typeof DemoAccount>;

export const SignInWays = z
  .object({
    providers: z.array(ProviderId),
    mail: z.boolean().meta({ description: 'Whether sign-in links can be mailed' }),
    locales: z.array(Locale).meta({ description: 'The languages of this installation' }),
    demoAccounts: z.array(DemoAccount).meta({ description: 'Empty unless the platforms are simulated' }),
  })
  .meta({
    id: 'SignInWays',
    examples: [{ providers: ['battlenet', 'discord'], mail: true, locales: ['en_US', 'de_DE'], demoAccounts: [] }],
  });
export type SignInWays = z.infer<typeof SignInWays>;
