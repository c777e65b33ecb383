import { Permission } from '@guildhall/contracts/organization.ts';

const all: Permission[] = [...Permission.options];
const officer = all.filter((permission) => permission !== 'canManageGuild' && permission !== 'canManageRoles');

type NewRole = { name: string; gameRank: number | null; isFounder: boolean; permissions: Permission[] };

/** The roles of a synced guild: the founder's, and one per rank. The platform knows only numbers, not rank names. */
export function syncedGuildRoles(): NewRole[] {
  const ranks = Array.from({ length: 10 }, (_, gameRank): NewRole => {
    const permissions: Permission[] = gameRank === 0 ? all : gameRank === 1 ? officer : ['canViewRoster'];
    return {
      name: gameRank === 0 ? 'Guild Master (rank 0)' : `Rank ${gameRank}`,
      gameRank,
      isFounder: false,
      permissions,
    };
  });
  return [{ name: 'Guild Master', gameRank: null, isFounder: true, permissions: all }, ...ranks];
}
