/** A line-up as other tools take it: whom it names, where they stand, and whom the game could not invite. */
import type { EventRole } from '@guildhall/contracts/event.ts';

export type FormatCharacter = {
  name: string;
  /** As the game shows it, in any language; null where it is unknown. */
  realm: string | null;
  className: string | null;
  role: EventRole | null;
  /** Null where it is unknown: an unknown one counts as the line-up's own. */
  region?: string | null;
  gameVersion?: string | null;
  faction?: string | null;
};

export type FormatLineup = {
  title: string;
  /** The realm whose characters need no suffix: that of the guild. */
  realm: string | null;
  region: string | null;
  gameVersion: string | null;
  /** Null where both factions raid together. */
  faction: string | null;
  /** At most eight groups of at most five positions. */
  groups: readonly (readonly (FormatCharacter | null)[])[];
};

export type LeftOut = { name: string; realm: string | null; why: 'region' | 'game_version' | 'faction' | 'name' };

export const GROUPS = 8;
export const GROUP_SIZE = 5;

/** The game separates names by spaces and its addons by `,;:-"`, so a name of the game is letters and nothing else. */
const NAME = /^[\p{L}\p{M}]{1,24}$/u;
const REALM = /^[\p{L}\p{M}\p{N}'’().]{1,36}$/u;

/** `Twisting Nether` and `Azjol-Nerub` as the game writes them behind a name. */
export const realmSuffix = (realm: string): string => realm.replaceAll(/[\s-]/g, '');

/** Why the game could not invite this character, or a tool would read its name as something else. */
export function whyLeftOut(
  { region, gameVersion, faction }: FormatLineup,
  character: FormatCharacter,
): LeftOut['why'] | null {
  const differs = (own: string | null, other: string | null | undefined) =>
    own !== null && typeof other === 'string' && own.toLowerCase() !== other.toLowerCase();
  if (differs(region, character.region)) return 'region';
  if (differs(gameVersion, character.gameVersion)) return 'game_version';
  if (differs(faction, character.faction)) return 'faction';
  if (!NAME.test(character.name)) return 'name';
  return character.realm === null || REALM.test(realmSuffix(character.realm)) ? null : 'name';
}

/** The 40 positions, row by row, with null for those that stay free. */
export function positionsOf({ groups }: FormatLineup): (FormatCharacter | null)[] {
  return Array.from({ length: GROUPS * GROUP_SIZE }, (_, index) => {
    const group = groups[Math.floor(index / GROUP_SIZE)];
    return group?.[index % GROUP_SIZE] ?? null;
  });
}
