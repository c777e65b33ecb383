import { DiscordRoleProblem } from '@guildhall/contracts/discord-roles.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { Role } from '../../membership/rights/role.entity.ts';

/** Members of an organization, chosen by rank, role or membership, get a role on its chat server. */
export const DiscordRoleRule = defineEntity({
  name: 'DiscordRoleRule',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    serverId: p.text(),
    /** This rank of the game and all above it. */
    rankTo: p.smallint().nullable(),
    /** That rank alone. */
    onlyRank: p.boolean().default(false),
    role: () => p.manyToOne(Role).nullable().deleteRule('cascade').index(),
    discordRoleId: p.text(),
    discordRoleName: p.text(),
    discordRoleColor: p.integer(),
    /** Null while it is off. */
    enabledAt: instant().nullable(),
    /** While there is one, the role is neither given nor taken. */
    problem: p.enum(DiscordRoleProblem.options).nullable(),
    madeBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  uniques: [
    {
      name: 'discord_role_rule_once',
      expression:
        'create unique index "discord_role_rule_once" on "discord_role_rule" ("organization_id", "discord_role_id", "rank_to", "only_rank", "role_id") nulls not distinct',
    },
  ],
  indexes: [{ name: 'discord_role_rule_of_server', properties: ['serverId', 'discordRoleId'] }],
  checks: [{ name: 'discord_role_rule_source', expression: '(rank_to IS NULL) OR (role_id IS NULL)' }],
});
