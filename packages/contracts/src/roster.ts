/** What became of a roster: its history, and the members who may have come back under another identity. */
import { z } from 'zod';
import { RealmRef, RosterEntryView } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { Id, Instant, OrganizationRef } from './primitives.ts';

export const RosterChange = z.enum(['joined', 'left', 'rank', 'level', 'renamed', 'transferred']);
export type RosterChange = z.infer<typeof RosterChange>;

export const RosterEventView = z
  .object({
    id: z.string(),
    kind: RosterChange,
    member: z.object({ id: z.string(), name: z.string(), realm: RealmRef }),
    before: z.string().nullable().meta({
      description: 'Rank (joined, left, rank), level, name, or realm and faction (transferred) before the change',
    }),
    after: z.string().nullable(),
    at: Instant,
  })
  .meta({
    id: 'RosterEvent',
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
export type RosterEventView = z.infer<typeof RosterEventView>;

export const RosterHistoryInput = z.object({
  id: OrganizationRef,
  ...pageInput,
  memberId: Id.optional().meta({ description: 'Only what happened to this member' }),
});
export type RosterHistoryInput = z.infer<typeof RosterHistoryInput>;

export const RosterHistoryView = z
  .object({ events: z.array(RosterEventView), pagination: Pagination })
  .meta({ id: 'RosterHistory' });
export type RosterHistoryView = z.infer<typeof RosterHistoryView>;

/** A leaver and a joiner of one sync with the same name and class: one character after a transfer, or two. */
export const TransferView = z
  .object({
    id: z.string(),
    leaver: RosterEntryView,
    joiner: RosterEntryView,
    decision: z.enum(['confirmed', 'rejected']).nullable(),
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

export const DecideTransferInput = z.strictObject({
  id: OrganizationRef,
  transferId: Id,
  decision: z.enum(['confirm', 'reject']),
});
export type DecideTransferInput = z.infer<typeof DecideTransferInput>;
