/** A roster's composition and history, and the members who may have returned under another identity. */
import { z } from 'zod';
import { CombatRole, RealmRef, RosterEntryView } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { Id, InLocale, Instant, OrganizationRef, queryInteger } from './primitives.ts';

export const RosterChange = z
  .enum(['joined', 'returned', 'left', 'rank', 'level', 'renamed', 'transferred'])
  .meta({ id: 'RosterChangeKind' });
export type RosterChange = z.infer<typeof RosterChange>;

export const RosterChangeView = z
  .object({
    id: z.string(),
    kind: RosterChange,
    member: z.object({ id: z.string(), name: z.string(), realm: RealmRef }),
    before: z.string().nullable().meta({
      description:
        'Rank (joined, returned, left, rank), level, name, or realm and faction (transferred) before the change',
    }),
    after: z.string().nullable(),
    at: Instant,
  })
  .meta({
    id: 'RosterChange',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        kind: 'rank',
        member: {
          id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e70',
          name: 'Brynhild',
          realm: { slug: 'stormvale', name: 'Stormvale' },
        },
        before: '4',
        after: '2',
        at: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type RosterChangeView = z.infer<typeof RosterChangeView>;

export const RosterHistoryInput = z.object({
  id: OrganizationRef,
  ...pageInput,
  memberId: Id.meta({ description: 'Only changes of this member' }).optional(),
  kind: RosterChange.meta({ description: 'Only changes of this kind' }).optional(),
});
export type RosterHistoryInput = z.infer<typeof RosterHistoryInput>;

export const RosterHistoryView = z
  .object({ changes: z.array(RosterChangeView), pagination: Pagination })
  .meta({ id: 'RosterHistory' });
export type RosterHistoryView = z.infer<typeof RosterHistoryView>;

/** A leaver and a joiner of one sync with the same name and class: either one character after a transfer, or two. */
export const TransferView = z
  .object({
    id: z.string(),
    leaver: RosterEntryView,
    joiner: RosterEntryView,
    status: z.enum(['pending', 'confirmed', 'rejected']),
    createdAt: Instant,
  })
  .meta({ id: 'RosterTransfer' });
export type TransferView = z.infer<typeof TransferView>;

export const TransferListInput = z.object({ id: OrganizationRef, ...pageInput });
export type TransferListInput = z.infer<typeof TransferListInput>;

export const TransferListView = z
  .object({ transfers: z.array(TransferView), pagination: Pagination })
  .meta({ id: 'RosterTransfers' });
export type TransferListView = z.infer<typeof TransferListView>;

const RosterDecision = z.enum(['confirm', 'reject']).meta({ id: 'RosterDecision' });

export const DecideTransferInput = z.strictObject({
  id: OrganizationRef,
  transferId: Id,
  decision: RosterDecision,
});
export type DecideTransferInput = z.infer<typeof DecideTransferInput>;

export const PredecessorView = z
  .object({
    id: z.string(),
    name: z.string(),
    realm: RealmRef,
    missingSince: Instant.meta({ description: 'Since when the platform has no guild under the former id' }),
    agreeing: z.int().meta({ description: 'Members of the former guild who are members of this one' }),
    members: z.int().meta({ description: 'Members of the former guild, as far as they have signed in' }),
  })
  .meta({
    id: 'Predecessor',
    examples: [
      {
        id: '0199d3a0-0000-7000-8000-000000000002',
        name: 'Lantern Watch',
        realm: { slug: 'stormvale', name: 'Stormvale' },
        missingSince: '2026-11-18T20:00:00.000Z',
        agreeing: 11,
        members: 12,
      },
    ],
  });
export type PredecessorView = z.infer<typeof PredecessorView>;

export const PredecessorsInput = z.object({ id: OrganizationRef });
export type PredecessorsInput = z.infer<typeof PredecessorsInput>;

export const DecidePredecessorInput = z.strictObject({
  id: OrganizationRef,
  predecessorId: Id,
  decision: RosterDecision,
});
export type DecidePredecessorInput = z.infer<typeof DecidePredecessorInput>;

export const PredecessorDecided = z
  .object({ organizationId: z.string().meta({ description: 'The organization of the guild from now on' }) })
  .meta({ id: 'PredecessorDecided', examples: [{ organizationId: '0199d3a0-0000-7000-8000-000000000002' }] });
export type PredecessorDecided = z.infer<typeof PredecessorDecided>;

export const RejectClaimInput = z.object({ id: OrganizationRef, memberId: Id });
export type RejectClaimInput = z.infer<typeof RejectClaimInput>;

/** `unknown` while the active specialization is not known. */
export const CompositionRole = z.enum([...CombatRole.options, 'unknown']).meta({ id: 'CompositionRole' });
export type CompositionRole = z.infer<typeof CompositionRole>;

export const ArmorType = z.enum(['cloth', 'leather', 'mail', 'plate', 'unknown']).meta({ id: 'ArmorType' });
export type ArmorType = z.infer<typeof ArmorType>;

export const CompositionInput = z.object({
  id: OrganizationRef,
  activeSince: queryInteger({
    min: 1,
    max: 3650,
    description: 'Only members played within this many days',
    example: 30,
  }).optional(),
  ...InLocale,
});
export type CompositionInput = z.infer<typeof CompositionInput>;

export const CompositionPart = z
  .object({
    key: z.string().meta({ description: 'Id of the class, role, or armor type' }),
    name: z.string(),
    count: z.int(),
    share: z.number().meta({ description: 'Of the total, 0 to 1' }),
  })
  .meta({ id: 'CompositionPart' });
export type CompositionPart = z.infer<typeof CompositionPart>;

/** The classes, specializations and roles of a guild's members, most frequent first. */
export const CompositionView = z
  .object({
    total: z.int(),
    activeSince: z.int().nullable().meta({ description: 'Days, as asked for' }),
    classes: z.array(CompositionPart),
    roles: z.array(CompositionPart),
    armorTypes: z.array(CompositionPart),
  })
  .meta({
    id: 'Composition',
    examples: [
      {
        total: 4,
        activeSince: 30,
        classes: [
          { key: '2', name: 'Paladin', count: 3, share: 0.75 },
          { key: '8', name: 'Mage', count: 1, share: 0.25 },
        ],
        roles: [
          { key: 'tank', name: 'Tank', count: 2, share: 0.5 },
          { key: 'unknown', name: 'Unknown', count: 2, share: 0.5 },
        ],
        armorTypes: [
          { key: 'plate', name: 'Plate', count: 3, share: 0.75 },
          { key: 'cloth', name: 'Cloth', count: 1, share: 0.25 },
        ],
      },
    ],
  });
export type CompositionView = z.infer<typeof CompositionView>;

export const SyncRostersInput = z.strictObject({
  force: z
    .boolean()
    .meta({ description: 'False skips guilds that were synced within the hour', default: true })
    .optional(),
});
export type SyncRostersInput = z.infer<typeof SyncRostersInput>;

export const RostersQueued = z
  .object({
    queued: z.int().meta({ description: 'Guilds whose roster will be synced' }),
    recentlySynced: z.int().meta({ description: 'Guilds skipped because they were synced within the hour' }),
    alreadyWaiting: z.int().meta({ description: 'Guilds that already wait for such a sync' }),
  })
  .meta({ id: 'RostersQueued' });
