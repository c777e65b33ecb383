import { z } from 'zod';
import { typedName } from './name.ts';
import { bodyInteger, Instant, Locale, lineOfText } from './primitives.ts';
import { ProviderId } from './user.ts';

const MAX_ADDRESS = 254;
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Characters that end a host in an address of the web, a full stop that is read as a dot there, and those that do not show. */
const NOT_OF_A_HOST = /[\s/:?#@[\]\\%。\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const LABEL = /^(?!-)[a-z0-9-]{1,63}$/;

/**
 * A plain address in the form in which it is stored and mailed: in lower case, with the domain in ASCII. Null for one to
 * which mail may not arrive: quoted, with letters beyond ASCII before the @, of a host by number or without a dot. Both parts
 * are looked at as they are typed, because an address that only looks valid in another form is not one.
 */
export function deliverable(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (local.length > 64 || !LOCAL_PART.test(local)) return null;
  const host = asciiHost(text.slice(at + 1));
  const address = `${local.toLowerCase()}@${host}`;
  return host === null || address.length > MAX_ADDRESS ? null : address;
}

function asciiHost(domain: string): string | null {
  if (domain.length > MAX_ADDRESS || NOT_OF_A_HOST.test(domain)) return null;
  // A URL would take wide, circled and joined letters for plain ones.
  if (domain.normalize('NFKC') !== domain) return null;
  const url = `http://${domain}`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname;
  const labels = host.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label) && !label.endsWith('-'));
  return isName && /^[a-z]/.test(labels.at(-1) ?? '') ? host : null;
}

/** An e-mail address as typed. */
export const EmailAddress = z
  .string()
  .max(MAX_ADDRESS)
  .transform((text, { addIssue }) => {
    const address = deliverable(text);
    if (address !== null) return address;
    addIssue(
      'must be an e-mail address, such as brynhild@example.org, without quotes, and before the @ without letters such as é',
    );
    return z.NEVER;
  })
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

export const TokenLabel = typedName(60).meta({ examples: ['Raid bot'] });

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
