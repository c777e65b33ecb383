import { reservedAliases } from '@guildhall/contracts/manage-organization.ts';
import { type EmblemData, Faction, OrganizationSource, OrganizationType } from '@guildhall/contracts/organization.ts';
import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { byName } from '../../core/db/by-name.ts';
import { createdAt, id, instant } from '../../core/db/columns.ts';

/**
 * A guild, community or team. The platform's (region, game version, realm id, guild id) identifies a synced one; its
 * name and slugs are labels that may change.
 */
export const Organization = defineEntity({
  name: 'Organization',
  properties: {
    id: id(),
    name: p.text(),
    alias: p.text().nullable(),
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
    settings: p.json<OrganizationSettings>().defaultRaw(`'{}'`),
    /** Uploaded and approved. Both logos are paths within the service. */
    customLogoUrl: p.text().nullable(),
    /** Drawn from the crest. */
    syncedLogoUrl: p.text().nullable(),
    useCustomLogo: p.boolean().default(false),
    memberCount: p.integer().nullable(),
    achievementPoints: p.integer().nullable(),
    /** When the guild was created in the game. */
    foundedAt: instant().nullable(),
    /** The last time the platform listed the guild's members. */
    rosterSyncedAt: instant().nullable(),
    /** The first time the platform said that it has no such guild; null again once it has. */
    missingSince: instant().nullable(),
    /** Last-Modified of the last applied roster, for the next conditional request. */
    rosterLastModified: p.text().nullable(),
    /** The next roster is fetched in full: an unchanged one may be another guild's, or may bring no member back. */
    rosterAskWhole: p.boolean().default(false),
    /** Last-Modified of the document with name, crest and points. */
    detailsLastModified: p.text().nullable(),
    archivedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [
    // A partial index is no key to PostgreSQL, so changing an alias does not wait for references to the row.
    { name: 'organization_alias_unique', properties: ['alias'], where: 'alias is not null' },
    {
      name: 'organization_platform_unique',
      properties: ['region', 'gameVersion', 'platformRealmId', 'platformGuildId'],
    },
  ],
  indexes: [
    {
      name: 'organization_by_name',
      expression: `create index "organization_by_name" on "organization" ((${byName('name')}), id)`,
    },
  ],
  triggers: [
    {
      // While it is archived, its events stay as they are, see `event_look`.
      name: 'organization_looks_at_events',
      timing: 'after',
      events: ['update'],
      when: '(((old.archived_at IS NOT NULL) AND (new.archived_at IS NULL)) OR (old.source <> new.source))',
      body: `
        insert into event_look (part, organization_id) values ('places', new.id), ('reminders', new.id);
        return null;`,
    },
  ],
  checks: [
    // Written the way PostgreSQL prints it back; otherwise the drift check would always see a difference.
    { name: 'organization_alias', expression: `alias ~ '^[a-z0-9](-?[a-z0-9])*$'::text` },
    {
      name: 'organization_alias_is_no_id',
      expression: `alias !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text`,
    },
    {
      name: 'organization_alias_is_no_word',
      expression: `alias <> ALL (ARRAY[${reservedAliases.map((word) => `'${word}'::text`).join(', ')}])`,
    },
    { name: 'organization_settings_are_an_object', expression: `jsonb_typeof(settings) = 'object'::text` },
    { name: 'organization_custom_logo', expression: 'NOT use_custom_logo OR custom_logo_url IS NOT NULL' },
    {
      name: 'organization_synced_has_identity',
      expression: `source = 'standalone' or num_nulls(region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug) = 0`,
    },
  ],
});
