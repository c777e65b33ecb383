/** How the people of a night are sorted: those first of whom an officer has to know. */
import type { NightRaider, NightView } from '@guildhall/contracts/night.ts';

/**
 * `decide`: the log proposes something else than was answered, or nothing although the raider fought. `kept`: an officer entered
 * something else than the log proposes, which stays.
 */
export type Standing = 'decide' | 'kept' | 'as_answered' | 'recorded' | 'not_there';

export function standingOf({ attendance, proposal, part, status, pulls }: NightRaider): Standing {
  if (attendance !== null) return proposal !== null && proposal !== attendance ? 'kept' : 'recorded';
  if (proposal === null) return pulls > 0 ? 'decide' : 'not_there';
  return proposal === 'present' && !part && status === 'signed_up' ? 'as_answered' : 'decide';
}

/** Those first whom a confirmation would hurt if it were wrong. */
const ORDER = ['no_show', null, 'late', 'excused', 'benched', 'present'] as const;

export const byConcern = (one: NightRaider, other: NightRaider) => concernOf(one) - concernOf(other);

const concernOf = ({ proposal, part }: NightRaider) => (part ? ORDER.indexOf(null) : ORDER.indexOf(proposal));

export const idOf = ({ participationId, raider, userId, rosterEntryId, name }: NightRaider) =>
  participationId ?? raider?.id ?? userId ?? rosterEntryId ?? name;

/** As the service names a person of whom attendance is recorded. */
export function named({ participationId, raider, userId, rosterEntryId }: NightRaider) {
  if (participationId) return { participationId };
  if (userId) return { userId };
  return raider ? { raiderId: raider.id } : { rosterEntryId: rosterEntryId ?? '' };
}

type Pull = NightView['pulls'][number];
export type Boss = { key: string; name: string; difficulty: number; pulls: (Pull & { number: number })[] };

/** Pulls in their order, as long as they are of the same boss together. */
export function byBoss(pulls: readonly Pull[]): Boss[] {
  const bosses: Boss[] = [];
  for (const [index, pull] of pulls.entries()) {
    const last = bosses.at(-1);
    const numbered = { ...pull, number: index + 1 };
    if (last && last.name === pull.name && last.difficulty === pull.difficulty) last.pulls.push(numbered);
    else bosses.push({ key: pull.startsAt, name: pull.name, difficulty: pull.difficulty, pulls: [numbered] });
  }
  return bosses;
}
