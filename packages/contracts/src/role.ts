/** Roles of an organization, their permissions and their holders. */
import { z } from 'zod';
import { typedName } from './name.ts';
import { NamedRef, Permission, RealmRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { Id, InLocale, Instant, OrganizationRef, SearchText } from './primitives.ts';

/** Descriptions of the permissions for people who assign roles. */
export const permissionDescriptions: Record<Permission, string> = {
  canManageGuild:
    'Change the organization, its settings and its logo, archive and restore it, and delete one that is no guild of the game for good',
  canManageRoles: 'Create and change roles, give them to members and take them away',
  canManageEvents: 'Create, change and cancel events, and take attendance',
  canManageContent: 'Write the texts and posts of the organization',
  canManageRoster:
    'Remove members of an organization that is no guild of the game, decide about transfers and what else the roster raises',
  canManageLoot: 'Bring in and amend the history of loot, and decide what its responses mean',
  canSyncRoster: 'Sync the roster from the game platform',
  canViewOfficerData: 'See what is for officers: the audit log, statistics, officers’ posts',
  canInviteMembers: 'Invite people',
  canViewRoster: 'See the roster, its history and its composition',
};

/** The maximum number of roles in one organization, ranks included. */
export const MAX_ROLES = 50;

const RoleName = typedName(50).meta({ examples: ['Raid lead'] });

/** A set: in catalogue order, without duplicates. */
const Permissions = z
  .array(Permission)
  .max(Permission.options.length)
  .transform((given) => Permission.options.filter((permission) => given.includes(permission)))
  .meta({
    override: {
      type: 'array',
      items: { $ref: '#/components/schemas/Permission' },
      maxItems: Permission.options.length,
    },
    examples: [['canManageEvents', 'canViewRoster']],
  });

export const RolesInput = z.object({ id: OrganizationRef });

export const CreateRoleInput = z.strictObject({
  id: OrganizationRef,
  name: RoleName,
  permissions: Permissions.default([]),
});
export type CreateRoleInput = z.infer<typeof CreateRoleInput>;

export const UpdateRoleInput = z.strictObject({ id: OrganizationRef, roleId: Id, name: RoleName });
export type UpdateRoleInput = z.infer<typeof UpdateRoleInput>;

export const SetRolePermissionsInput = z.strictObject({
  id: OrganizationRef,
  roleId: Id,
  permissions: Permissions,
  expectedPermissions: Permissions.optional().meta({
    description: 'The permissions that the role had when it was read. If it has others by now, nothing is saved (409)',
  }),
});
export type SetRolePermissionsInput = z.infer<typeof SetRolePermissionsInput>;

export const DeleteRoleInput = z.object({ id: OrganizationRef, roleId: Id });
export type DeleteRoleInput = z.infer<typeof DeleteRoleInput>;

export const GrantRoleInput = z.strictObject({
  id: OrganizationRef,
  userId: Id,
  roleId: Id,
  handOver: z.boolean().optional().meta({
    description: 'Whether the caller lays the role down in the same change, so that it is never lost or held by both',
  }),
});
export type GrantRoleInput = z.infer<typeof GrantRoleInput>;

export const WithdrawRoleInput = z.object({ id: OrganizationRef, userId: Id, roleId: Id });
export type WithdrawRoleInput = z.infer<typeof WithdrawRoleInput>;

export const PreviewPermissionsInput = z.strictObject({
  id: OrganizationRef,
  changes: z
    .array(z.strictObject({ roleId: Id, permissions: Permissions }))
    .min(1)
    .max(MAX_ROLES)
    .refine((changes) => new Set(changes.map(({ roleId }) => roleId)).size === changes.length, 'names a role twice')
    .meta({ description: 'The permissions that each of these roles would have. The other roles stay as they are' }),
});
export type PreviewPermissionsInput = z.infer<typeof PreviewPermissionsInput>;

/** The preview names at most this many people, and counts all of them. */
export const MOST_PREVIEWED = 100;

const PersonWithAvatar = z
  .object({ id: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() })
  .meta({ id: 'PersonWithAvatar' });

export const PermissionsPreview = z
  .object({
    permissions: z.array(z.object({ key: Permission, gain: z.int(), lose: z.int() })).meta({
      description:
        'The number of people who would gain and lose each permission; permissions with no such person are left out',
    }),
    people: z
      .array(
        z.object({
          user: PersonWithAvatar,
          gains: z.array(Permission),
          loses: z.array(Permission),
        }),
      )
      .meta({ description: `By name, at most ${MOST_PREVIEWED}` }),
    total: z.int().meta({ description: 'The number of people who would gain or lose something' }),
  })
  .meta({
    id: 'PermissionsPreview',
    examples: [
      {
        permissions: [{ key: 'canManageEvents', gain: 1, lose: 0 }],
        people: [
          {
            user: { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', displayName: 'Brynhild', avatarUrl: null },
            gains: ['canManageEvents'],
            loses: [],
          },
        ],
        total: 1,
      },
    ],
  });
export type PermissionsPreview = z.infer<typeof PermissionsPreview>;

export const PermissionsView = z
  .object({
    permissions: z.array(z.object({ key: Permission, description: z.string() })),
    own: z.array(Permission).meta({ description: 'The caller’s permissions here, from all roles combined' }),
    isFounder: z.boolean(),
  })
  .meta({ id: 'Permissions' });
export type PermissionsView = z.infer<typeof PermissionsView>;

export const GuildMemberView = z
  .object({
    user: PersonWithAvatar,
    mainCharacter: z
      .object({ id: z.string(), name: z.string(), realm: RealmRef, level: z.int(), class: NamedRef })
      .meta({ id: 'MemberMain' })
      .nullable()
      .meta({ description: 'The main character, else the one with the highest rank in this guild' }),
    roles: z
      .array(
        z
          .object({ id: z.string(), name: z.string(), gameRank: z.int().nullable(), isFounder: z.boolean() })
          .meta({ id: 'MemberRole' }),
      )
      .meta({ description: 'Roles from the ranks of the person’s characters, and granted roles' }),
    joinedAt: Instant,
  })
  .meta({ id: 'GuildMember' });
export type GuildMemberView = z.infer<typeof GuildMemberView>;

export const MembersInput = z.object({
  id: OrganizationRef,
  ...InLocale,
  ...pageInput,
  search: SearchText.meta({
    description: 'Part of the name of the person or of one of their characters here, accents and case ignored',
  }).optional(),
});
export type MembersInput = z.infer<typeof MembersInput>;

export const MembersView = z
  .object({ members: z.array(GuildMemberView), pagination: Pagination })
  .meta({ id: 'GuildMembers' });
export type MembersView = z.infer<typeof MembersView>;
