import { z } from 'zod';
import { Pagination, pageInput } from './page.ts';
import { Id, Instant, lineOfText, PersonRef, queryInteger } from './primitives.ts';

/** The purpose of an uploaded picture, which decides its sizes and where it is shown. */
export const ImagePurpose = z.enum(['avatar', 'logo', 'event']).meta({ id: 'ImagePurpose' });
export type ImagePurpose = z.infer<typeof ImagePurpose>;

/**
 * `pending` waits for an administrator, and only its uploader sees it until then; `withdrawn` means that its owner
 * replaced or removed it before a decision.
 */
export const ImageStatus = z.enum(['pending', 'approved', 'rejected', 'withdrawn']).meta({ id: 'ImageStatus' });
export type ImageStatus = z.infer<typeof ImageStatus>;

/** A picture that waits for a decision. */
export const WaitingImageView = z
  .object({
    id: z.string(),
    purpose: ImagePurpose,
    subjectId: z.string().meta({ description: 'The user, organization or event to show it' }),
    imageUrl: z.string().meta({ description: 'Its largest size; administrators may open it with their session' }),
    uploadedBy: PersonRef.nullable(),
    version: z.int().meta({ description: 'Send it back with the decision' }),
    createdAt: Instant,
  })
  .meta({
    id: 'WaitingImage',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        purpose: 'avatar',
        subjectId: '0199d3a0-0000-7000-8000-000000000001',
        imageUrl: 'https://guild.example/api/v1/images/0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f/512.webp',
        uploadedBy: { id: '0199d3a0-0000-7000-8000-000000000001', displayName: 'Ysolde' },
        version: 1,
        createdAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type WaitingImageView = z.infer<typeof WaitingImageView>;

export const ModerationQueueInput = z.object(pageInput);
export type ModerationQueueInput = z.infer<typeof ModerationQueueInput>;

export const ModerationQueueView = z
  .object({ images: z.array(WaitingImageView), pagination: Pagination })
  .meta({ id: 'ModerationQueue' });
export type ModerationQueueView = z.infer<typeof ModerationQueueView>;

export const ModerationDecisionInput = z.strictObject({
  id: Id,
  decision: z.enum(['approve', 'reject']),
  reason: lineOfText(500).optional().meta({ description: 'Reason, for the other administrators' }),
  version: queryInteger({
    min: 1,
    max: 1_000_000,
    description: 'The version that was reviewed; the decision applies to no other',
    example: 1,
  }),
});
export type ModerationDecisionInput = z.infer<typeof ModerationDecisionInput>;

export const ModerationDecisionView = z
  .object({
    id: z.string(),
    status: ImageStatus,
    version: z.int(),
    reason: z.string().nullable(),
    decidedAt: Instant,
  })
  .meta({
    id: 'ModerationDecision',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        status: 'approved',
        version: 2,
        reason: null,
        decidedAt: '2026-11-20T20:05:00.000Z',
      },
    ],
  });
export type ModerationDecisionView = z.infer<typeof ModerationDecisionView>;
