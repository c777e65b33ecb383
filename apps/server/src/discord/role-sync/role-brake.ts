/**
 * The brake: when many people would lose a role at once, the cause is more often a mistake than an exodus. Nothing is
 * taken then until an officer agrees.
 */
import type { RoleWish } from './role-wishes.ts';

const MIN_REMOVALS = 10;
const MAX_PERCENT = 30;

export type RolePlan = {
  /** People whose roles are to be looked at. */
  userIds: string[];
  /** Keys of the roles that may be taken; see `jobKey`. */
  taking: Set<string>;
  /** Removals to hold that were not held before. */
  holding: RoleWish[];
  /** Releases held removals that are wanted again or have become few. */
  unheld: RoleWish[];
  /** Known, but no longer wished by any rule and never given by us. */
  forgotten: RoleWish[];
};

export const grantKey = ({ userId, roleId }: Pick<RoleWish, 'userId' | 'roleId'>) => `${userId} ${roleId}`;

const isOurs = ({ state }: RoleWish) => state === 'given' || state === 'giving';

/** Not braked: an officer agreed, or the person or the organization is gone for good. */
const isCertain = ({ released, linked, organizationId }: RoleWish) => released || !linked || organizationId === null;

export function planRoles(wishes: RoleWish[]): RolePlan {
  const ours = wishes.filter(isOurs);
  const going = ours.filter(({ wished }) => !wished);
  const doubtful = going.filter((wish) => !isCertain(wish));
  const tooMany = doubtful.length >= MIN_REMOVALS && doubtful.length * 100 > ours.length * MAX_PERCENT;
  const taking = going.filter((wish) => (tooMany ? wish.due && isCertain(wish) : wish.due || wish.held));
  const looking = wishes.filter(({ wished, due }) => wished && due);
  return {
    userIds: [...new Set([...looking, ...taking].map(({ userId }) => userId))],
    taking: new Set(taking.map(grantKey)),
    holding: tooMany ? doubtful.filter(({ held }) => !held) : [],
    unheld: wishes.filter(({ wished, held, released }) => (held || released) && (wished || (!tooMany && !released))),
    forgotten: wishes.filter((wish) => !wish.wished && !isOurs(wish)),
  };
}
