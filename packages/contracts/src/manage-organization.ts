/** The life cycle of an organization: create, list, change, archive, delete. */
import { z } from 'zod';
import { typedName } from './name.ts';
import { EmblemData, Faction, OrganizationSource, OrganizationType, Permission, RealmRef } from './organization.ts';
import { InitialSettings, OrganizationSettings, RecruitedRole } from './organization-settings.ts';
import { Pagination, pageInput } from './page.ts';
import {
  GameVersion,
  Instant,
  lineOfText,
  OrganizationRef,
  queryFlag,
  Region,
  SearchText,
  shownDefault,
} from './primitives.ts';
import { TextBody, TextType } from './text.ts';

export const OrganizationName = typedName(60, { min: 2, shows: 'word' }).meta({ examples: ['The Emberforge'] });

/** Words that cannot be an alias, because paths use them. */
export const reservedAliases = ['mine', 'templates'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const Alias = lineOfText(60)
  .regex(/^[a-z0-9](-?[a-z0-9])*$/, 'must be lower-case letters and digits, joined by single hyphens')
  .refine((alias) => !UUID.test(alias), 'must not look like a UUID')
  .refine((alias) => !reservedAliases.includes(alias), 'is a reserved word: choose another one')
  .meta({ description: 'Stands for the id in addresses', examples: ['the-emberforge'] });

export const TemplateKey = z
  .enum(['raiding', 'mythic-plus', 'pvp', 'social', 'leveling', 'classic'])
  .meta({ id: 'TemplateKey' });
export type TemplateKey = z.infer<typeof TemplateKey>;

export const CreateOrganizationInput = z.strictObject({
  name: OrganizationName,
  type: OrganizationType,
  alias: Alias.optional(),
  description: TextBody.optional(),
  templateKey: TemplateKey.optional().meta({ description: 'Initial roles, settings and texts' }),
  settings: InitialSettings.optional().meta({ description: 'Each overrides the template’s' }),
});
export type CreateOrganizationInput = z.infer<typeof CreateOrganizationInput>;

export const UpdateOrganizationInput = z.strictObject({
  id: OrganizationRef,
  name: OrganizationName.optional(),
  type: OrganizationType.optional(),
  alias: Alias.nullable().optional().meta({ description: 'Null removes it' }),
  description: TextBody.nullable().optional().meta({ description: 'The text `description`; null clears it' }),
});
export type UpdateOrganizationInput = z.infer<typeof UpdateOrganizationInput>;

export const OrganizationInput = z.strictObject({ id: OrganizationRef });

export const DeleteOrganizationInput = z.object({
  id: OrganizationRef,
  name: z.string().max(200).meta({ description: 'The full name of the organization' }),
});
export type DeleteOrganizationInput = z.infer<typeof DeleteOrganizationInput>;

export const OrganizationListInput = z.object({
  ...pageInput,
  type: OrganizationType.meta({ description: 'Only organizations of this type' }).optional(),
  search: SearchText.meta({ description: 'Part of the name, ignoring accents and case' }).optional(),
  region: Region.meta({ description: 'Only guilds of the game in this region' }).optional(),
  gameVersion: GameVersion.meta({ description: 'Only guilds of this version of the game' }).optional(),
  recruiting: shownDefault(queryFlag('Only organizations that look for members'), false),
  includeArchived: shownDefault(queryFlag('Also archived ones that the caller may manage'), false),
});
export type OrganizationListInput = z.infer<typeof OrganizationListInput>;

export const OrganizationListItem = z
  .object({
    id: z.string(),
    name: z.string(),
    alias: z.string().nullable(),
    type: OrganizationType,
    source: OrganizationSource,
    active: z.boolean(),
    archivedAt: Instant.nullable(),
    region: Region.nullable(),
    gameVersion: GameVersion.nullable(),
    realm: RealmRef.nullable(),
    faction: Faction.nullable(),
    emblemData: EmblemData.nullable(),
    logoUrl: z.string().nullable(),
    currentLogoUrl: z.string().nullable(),
    memberCount: z.int().nullable().meta({ description: 'Null for a guild of the game whose roster was never read' }),
    recruiting: z
      .object({ open: z.boolean(), roles: z.array(RecruitedRole) })
      .meta({ description: 'Whether it looks for members, and for which roles' }),
    isMember: z.boolean().meta({ description: 'Whether the caller is a member' }),
    createdAt: Instant,
  })
  .meta({ id: 'OrganizationListItem' });
export type OrganizationListItem = z.infer<typeof OrganizationListItem>;

export const OrganizationListView = z
  .object({ organizations: z.array(OrganizationListItem), pagination: Pagination })
  .meta({ id: 'OrganizationList' });
export type OrganizationListView = z.infer<typeof OrganizationListView>;

export const OrganizationTemplate = z
  .object({
    key: TemplateKey,
    name: z.string(),
    description: z.string(),
    type: OrganizationType,
    roles: z.array(z.object({ name: z.string(), permissions: z.array(Permission) })),
    settings: OrganizationSettings,
    texts: z.partialRecord(TextType, z.string()).meta({ description: 'Markdown by type' }),
  })
  .meta({ id: 'OrganizationTemplate' });
export type OrganizationTemplate = z.infer<typeof OrganizationTemplate>;
