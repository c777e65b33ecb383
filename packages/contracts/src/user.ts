import { z } from 'zod';
import { Instant } from './primitives.ts';

export const ProviderId = z.enum(['battlenet', 'discord']).meta({ id: 'ProviderId' });
export type ProviderId = z.infer<typeof ProviderId>;

export const AccountView = z
  .object({
    providerId: ProviderId,
    accountId: z.string(),
    displayName: z.string().nullable(),
    linkedAt: Instant,
  })
  .meta({ id: 'LinkedAccount' });

export const UserView = z
  .object({
    id: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    avatarUrl: z.string().nullable(),
    isAdmin: z.boolean(),
    locale: z.string(),
    timeZone: z.string(),
    bio: z.string().nullable().meta({ description: 'Markdown, to be shown as text' }),
    gameplatformId: z.string().nullable(),
    battletag: z.string().nullable(),
    chatplatformId: z.string().nullable(),
    sharesWithGuilds: z.boolean(),
    onboardingCompletedAt: Instant.nullable(),
    createdAt: Instant,
    accounts: z.array(AccountView),
  })
  .meta({
    id: 'User',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        displayName: 'Ysolde',
        email: null,
        emailVerified: false,
        avatarUrl: null,
        isAdmin: false,
        locale: 'en_US',
        timeZone: 'UTC',
        bio: 'Healer on Tuesdays.',
        gameplatformId: '100001',
        battletag: 'Ysolde#1001',
        chatplatformId: null,
        sharesWithGuilds: true,
        onboardingCompletedAt: null,
        createdAt: '2026-11-20T20:00:00.000Z',
        accounts: [
          {
            providerId: 'battlenet',
            accountId: '100001',
            displayName: 'Ysolde#1001',
            linkedAt: '2026-11-20T20:00:00.000Z',
          },
        ],
      },
    ],
  });
export type UserView = z.infer<typeof UserView>;

export const SessionView = z.object({
  id: z.string(),
  expiresAt: Instant,
  createdAt: Instant,
  label: z.string().nullable(),
  current: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

/** `null` for a visitor who is not signed in; asking is never an error. */
export const CurrentSession = z.object({ session: SessionView, user: UserView }).nullable();
export type CurrentSession = z.infer<typeof CurrentSession>;

export const PlatformTokenStatus = z
  .object({
    linked: z.boolean(),
    expired: z.boolean().meta({ description: 'True when the person has to sign in with the game platform again' }),
    expiresAt: Instant.nullable(),
    missingPermission: z.enum(['wow.profile']).exactOptional().meta({
      description:
        'A permission that the person did not give on the platform’s page of consent, without which it does not list their characters. Signing in there again asks for it',
    }),
  })
  .meta({
    id: 'GameplatformStatus',
    examples: [{ linked: true, expired: false, expiresAt: '2026-11-21T20:00:00.000Z' }],
  });
export type PlatformTokenStatus = z.infer<typeof PlatformTokenStatus>;
