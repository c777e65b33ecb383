/**
 * Records what happens in a simulated guild week by week, from the world alone: the truth to compare the service's
 * roster, history and memberships with.
 */

import type { World } from '@guildhall/simulator/world.ts';
import type { Character, Guild } from '@guildhall/simulator/world-model.ts';

export const keyOf = ({ realm, id }: Character) => `${realm.id}/${id}`;

const factsOf = ({ name, realm, level, classId, raceId, faction, rank, lastLogin, profileHidden }: Character) => ({
  name,
  realm: realm.slug,
  level,
  classId,
  raceId,
  faction: faction.toLowerCase(),
  rank,
  lastLoginAt: profileHidden ? null : new Date(lastLogin).toISOString(),
});
type Facts = ReturnType<typeof factsOf>;

export function createChronicle(world: World, guild: Guild) {
  let present = new Map<string, Facts>();
  /** All who were ever in the guild, with their last known facts. */
  const known = new Map<string, Facts>();
  const told = new Map<string, string[]>();
  const becameAnother = new Set<string>();
  const proofs = new Map<string, string[]>();

  const tell = (key: string, kind: string, before: unknown, after: unknown) =>
    told.set(key, [...(told.get(key) ?? []), `${kind} ${before} ${after}`]);

  return {
    /** Compares the guild with last week. Returns how many have joined, changed and left. */
    nextWeek() {
      const before = present;
      present = new Map(world.members(guild).map((member) => [keyOf(member), factsOf(member)]));
      let [added, updated] = [0, 0];
      for (const [key, now] of present) {
        const was = before.get(key);
        if (!was) {
          tell(key, known.has(key) ? 'returned' : 'joined', null, now.rank);
          known.set(key, now);
          added++;
          continue;
        }
        known.set(key, now);
        const changes = (['rank', 'level', 'name'] as const).filter((fact) => was[fact] !== now[fact]);
        for (const fact of changes) tell(key, fact === 'name' ? 'renamed' : fact, was[fact], now[fact]);
        if (changes.length > 0) updated++;
      }
      const gone = [...before].filter(([key]) => !present.has(key));
      for (const [key, { rank }] of gone) tell(key, 'left', rank, null);
      return { added, updated, removed: gone.length };
    },

    /** Merges leaver and joiner: the joiner gets the history of both, and the proof of the leaver's person. */
    confirm(leaver: string, joiner: string): void {
      const place = (key: string) => `${known.get(key)?.realm}, ${known.get(key)?.faction}`;
      told.set(joiner, [...(told.get(leaver) ?? []), ...(told.get(joiner) ?? [])]);
      told.delete(leaver);
      tell(joiner, 'transferred', place(leaver), place(joiner));
      becameAnother.add(leaver);
      for (const [account, keys] of proofs)
        proofs.set(
          account,
          keys.map((key) => (key === leaver ? joiner : key)),
        );
    },

    /** Records that the person's account has just been synced. */
    proven: (account: string) => void proofs.set(account, world.account(account).characters.map(keyOf)),

    /** Whether a character that the person has proved to own is in the guild. */
    isMember: (account: string) => (proofs.get(account) ?? []).some((key) => present.has(key)),

    members: () => present,
    left: () => new Set([...known.keys()].filter((key) => !present.has(key) && !becameAnother.has(key))),
    events: () => new Map([...told].map(([key, events]) => [key, events.toSorted()])),
  };
}
