import { CombatRole, TeamStatus } from '@guildhall/contracts/organization.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { Raider } from '../membership/characters/raider.entity.ts';
import { Organization } from '../membership/rights/organization.entity.ts';

/** A part of an organization with its own roster and events. */
export const Team = defineEntity({
  name: 'Team',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    name: p.text(),
    /** The name without case and accents. */
    nameKey: p.text(),
    /** Its place among the teams, from 0. */
    position: p.smallint(),
    color: p.text().nullable(),
    /** When it usually plays, in words. */
    schedule: p.text().nullable(),
    archivedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'team_one_a_name', properties: ['organization', 'nameKey'], where: 'archived_at is null' }],
  indexes: [{ name: 'team_by_position', properties: ['organization', 'position', 'id'] }],
});

/** The time during which a raider belongs to a team. */
export const TeamMember = defineEntity({
  name: 'TeamMember',
  properties: {
    id: id(),
    team: () => p.manyToOne(Team).deleteRule('cascade'),
    raider: () => p.manyToOne(Raider).deleteRule('cascade').index(),
    role: p.enum(CombatRole.options).nullable(),
    status: p.enum(TeamStatus.options),
    /** May do for what names the team what its officers may do for the organization. */
    lead: p.boolean().default(false),
    since: createdAt(),
    until: instant().nullable(),
  },
  uniques: [{ name: 'team_member_one_live', properties: ['team', 'raider'], where: 'until is null' }],
  indexes: [{ name: 'team_member_ended', properties: ['until'], where: 'until is not null' }],
});
