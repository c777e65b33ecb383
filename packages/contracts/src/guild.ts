/** Guild data from the game platform other than the roster: combined sync, ranks, logo and achievements. */
import { z } from 'zod';
import { ErrorReason } from './errors.ts';
import { NamedRef } from './organization.ts';
import { Instant, OrganizationRef } from './primitives.ts';
import { SyncReason } from './sync-session.ts';

/** Guild data synced within the request or by a job of its own; the roster has sync sessions instead. */
export const GuildSyncType = z.enum(['crest', 'details', 'achievements']).meta({ id: 'GuildSyncType' });
export type GuildSyncType = z.infer<typeof GuildSyncType>;

export const SyncType = z.enum(['roster', ...GuildSyncType.options]).meta({ id: 'SyncType' });
export type SyncType = z.infer<typeof SyncType>;

export const SyncGuildInput = z.strictObject({
  id: OrganizationRef,
  types: z
    .array(SyncType)
    .min(1)
    .max(SyncType.options.length)
    .meta({ description: 'Parts to sync; duplicates count once', examples: [['roster', 'crest']] }),
});
export type SyncGuildInput = z.infer<typeof SyncGuildInput>;

/** A refusal, or the reason why the sync ended. */
const SyncFailure = z.enum([...new Set([...ErrorReason.options, ...SyncReason.options])]).meta({ id: 'SyncFailure' });

const SyncResult = z
  .object({
    status: z.enum(['queued', 'completed', 'failed']),
    sessionId: z.string().optional().meta({ description: 'The queued roster sync' }),
    reason: SyncFailure.optional().meta({ description: 'Why it failed' }),
    message: z.string().optional(),
    retryAfterSeconds: z.int().optional().meta({ description: 'With `sync_cooldown`' }),
  })
  .meta({ id: 'SyncResult', examples: [{ status: 'completed' }] });
export type SyncResult = z.infer<typeof SyncResult>;

export const SyncResultsView = z
  .object({
    results: z.object({
      roster: SyncResult.optional(),
      crest: SyncResult.optional(),
      details: SyncResult.optional(),
      achievements: SyncResult.optional(),
    }),
  })
  .meta({
    id: 'SyncResults',
    examples: [
      {
        results: {
          roster: { status: 'queued', sessionId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' },
          crest: {
            status: 'failed',
            reason: 'crest_not_found',
            message: 'The game platform has no pictures of this crest.',
          },
        },
      },
    ],
  });
export type SyncResultsView = z.infer<typeof SyncResultsView>;

export const GuildRankView = z
  .object({
    rank: z.int(),
    name: z.string().meta({ description: 'The guild’s own name; the platform has only numbers' }),
    memberCount: z.int(),
    roleId: z.string(),
  })
  .meta({
    id: 'GuildRank',
    examples: [{ rank: 1, name: 'Officer', memberCount: 4, roleId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' }],
  });
export type GuildRankView = z.infer<typeof GuildRankView>;

const LogoReview = z.enum(['pending', 'rejected']).meta({ id: 'LogoReview' });

const url = z.string().nullable();
const logo = {
  customLogoUrl: url.meta({ description: 'Uploaded and approved' }),
  syncedLogoUrl: url.meta({ description: "Drawn from the guild's crest in the game" }),
  useCustomLogo: z.boolean(),
  currentLogoUrl: url.meta({ description: 'The active logo' }),
  review: LogoReview.nullable().meta({
    description:
      'Set for the person who uploaded the newest picture, while it awaits a decision or when an administrator has rejected it',
  }),
};
const logoExample = {
  customLogoUrl: 'https://guild.example/api/v1/images/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f/512.webp',
  syncedLogoUrl: null,
  useCustomLogo: true,
  currentLogoUrl: 'https://guild.example/api/v1/images/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f/512.webp',
  review: null,
};

export const LogoView = z.object(logo).meta({ id: 'Logo', examples: [logoExample] });
export type LogoView = z.infer<typeof LogoView>;

export const LogoUploadedView = z
  .object({
    url: z.string().meta({ description: 'Status of the uploaded picture; only its uploader sees a pending one' }),
    status: z.enum(['approved', 'pending']),
    ...logo,
  })
  .meta({ id: 'LogoUploaded', examples: [{ url: logoExample.customLogoUrl, status: 'approved', ...logoExample }] });
export type LogoUploadedView = z.infer<typeof LogoUploadedView>;

export const AchievementCategory = NamedRef.extend({ quantity: z.int(), points: z.int() });
export type AchievementCategory = z.infer<typeof AchievementCategory>;

export const AchievementEarned = NamedRef.extend({ completedAt: Instant });
export type AchievementEarned = z.infer<typeof AchievementEarned>;

export const GuildAchievementsView = z
  .object({
    totalQuantity: z.int(),
    totalPoints: z.int(),
    categories: z.array(AchievementCategory).meta({ description: 'Most points first' }),
    recent: z.array(AchievementEarned).meta({ description: 'At most ten, latest first' }),
    syncedAt: Instant.nullable().meta({ description: 'Null before the first sync' }),
  })
  .meta({
    id: 'GuildAchievements',
    examples: [
      {
        totalQuantity: 306,
        totalPoints: 2895,
        categories: [{ id: 15080, name: 'Professions', quantity: 22, points: 220 }],
        recent: [{ id: 5132, name: 'Call of Duty', completedAt: '2026-11-15T18:29:27.000Z' }],
        syncedAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type GuildAchievementsView = z.infer<typeof GuildAchievementsView>;
