import { z } from 'zod';
import { OrganizationSummary, RecordRef } from './organization.ts';
import { bodyInteger, Id, Instant, lineOfText, OrganizationRef, PersonRef } from './primitives.ts';

export const CreateInviteInput = z.strictObject({
  id: OrganizationRef,
  maxUses: bodyInteger({
    min: 1,
    max: 1_000,
    description: 'How many people may accept it. Default: no limit',
    example: 5,
  })
    .nullable()
    .optional(),
  expiresInHours: bodyInteger({ min: 1, max: 720, description: 'Default 168, a week', example: 24 }).optional(),
  roleId: Id.nullable().optional().meta({
    description:
      'A role granted on acceptance. The caller must be allowed to grant it, now and when the invite is accepted',
  }),
});
export type CreateInviteInput = z.infer<typeof CreateInviteInput>;

export const InviteInput = z.object({ id: OrganizationRef, inviteId: Id });
export type InviteInput = z.infer<typeof InviteInput>;

const code = lineOfText(100).min(1).meta({ description: 'The code of the invite' });

export const AcceptInviteInput = z.strictObject({ code });

export const InvitePreviewInput = z.object({ code });

export const InvitePreview = z
  .object({
    organization: OrganizationSummary,
    role: z
      .object({ name: z.string() })
      .nullable()
      .meta({ description: 'Roles and rights that come with the membership' }),
    invitedBy: z.object({ displayName: z.string() }).nullable(),
    expiresAt: Instant,
  })
  .meta({ id: 'InvitePreview' });
export type InvitePreview = z.infer<typeof InvitePreview>;

export const InviteView = z
  .object({
    id: z.string(),
    role: RecordRef.nullable(),
    maxUses: z.int().nullable(),
    uses: z.int(),
    expiresAt: Instant,
    createdAt: Instant,
    createdBy: PersonRef.nullable(),
  })
  .meta({ id: 'Invite' });
export type InviteView = z.infer<typeof InviteView>;

export const InviteCreatedView = InviteView.extend({
  code: z.string().meta({ description: 'Shown this once' }),
  url: z.string().meta({ description: 'The page to send to people: `/invite/` and the code' }),
}).meta({ id: 'InviteCreated' });
export type InviteCreatedView = z.infer<typeof InviteCreatedView>;

export const InviteAcceptedView = z
  .object({
    organization: OrganizationSummary,
    joined: z.boolean().meta({ description: 'False if the caller already was a member; then nothing has changed' }),
  })
  .meta({ id: 'InviteAccepted' });
export type InviteAcceptedView = z.infer<typeof InviteAcceptedView>;

export const RemoveMemberInput = z.object({ id: OrganizationRef, userId: Id });
export type RemoveMemberInput = z.infer<typeof RemoveMemberInput>;
