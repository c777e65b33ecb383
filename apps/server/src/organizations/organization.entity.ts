import { type EmblemData, Faction, OrganizationSource, OrganizationType } from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/columns.ts';

/**
 * A guild, community or team. A synced one is identified by (region, game version, realm id, guild id) of the platform;
 * its name and slugs are labels that may change.
 */
export const Organization = defineEntity({
  name: 'Organization',
  properties: {
    id: id(),
    name: p.text(),
    alias: p.text().nullable().unique(),
    type: p.enum(OrganizationType.options).default('guild'),
    source: p.enum(OrganizationSource.options),
    region: p.enum(Region.options).nullable(),
    gameVersion: p.enum(GameVersion.options).nullable(),
    platformRealmId: p.integer().nullable(),
    platformGuildId: p.bigint('number').nullable(),
    realmSlug: p.text().nullable(),
    nameSlug: p.text().nullable(),
    faction: p.enum(Faction.options).nullable(),
    emblemData: p.json<EmblemData>().nullable(),
    settings: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    /** Uploaded and approved. Both are addresses within the service. */
    customLogoUrl: p.text().nullable(),
    /** Drawn from the crest. */
    syncedLogoUrl: p.text().nullable(),
    useCustomLogo: p.boolean().default(false),
    memberCount: p.integer().nullable(),
    achievementPoints: p.integer().nullable(),
    /** When the guild was created in the game. */
    foundedAt: instant().nullable(),
    rosterSyncedAt: instant().nullable(),
    /** Last-Modified of the roster that was applied last, for the next conditional request. */
    rosterLastModified: p.text().nullable(),
    archivedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [
    {
      name: 'organization_platform_unique',
      properties: ['region', 'gameVersion', 'platformRealmId', 'platformGuildId'],
    },
  ],
  checks: [
    { name: 'organization_custom_logo', expression: 'NOT use_custom_logo OR custom_logo_url IS NOT NULL' },
    {
      name: 'organization_synced_has_identity',
      expression: `source = 'standalone' or num_nulls(region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug) = 0`,
    },
  ],
});
export type Organization = InferEntity<typeof Organization>;
