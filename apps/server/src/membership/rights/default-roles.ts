import { Permission } from '@guildhall/contracts/organization.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';

const all: Permission[] = [...Permission.options];
const officer = all.filter((permission) => permission !== 'canManageGuild' && permission !== 'canManageRoles');

type NewRole = { name: string; permissions: Permission[]; gameRank?: number; isFounder?: boolean };

/** The roles of a synced guild: the founder's, and one per rank. The platform knows only numbers, not rank names. */
export function syncedGuildRoles(): NewRole[] {
  const ranks = Array.from({ length: 10 }, (_, gameRank): NewRole => {
    const permissions: Permission[] = gameRank === 0 ? all : gameRank === 1 ? officer : ['canViewRoster'];
    return { name: gameRank === 0 ? 'Guild Master (rank 0)' : `Rank ${gameRank}`, gameRank, permissions };
  });
  return [founderRole, ...ranks];
}

export const founderRole: NewRole = { name: 'Guild Master', isFounder: true, permissions: all };

const ADD = statement`
  insert into role (organization_id, name, game_rank, is_founder, permissions)
  select $1, name, "gameRank", coalesce("isFounder", false), permissions
  from jsonb_to_recordset($2) as r(name text, "gameRank" smallint, "isFounder" boolean, permissions text[])`;

/** Adds the first roles of a new organization, in this order. */
export async function addRoles(sql: Sql, organizationId: string, roles: NewRole[]): Promise<void> {
  await sql.run(ADD, [organizationId, JSON.stringify(roles)]);
}
