import { createMatcher } from '@guildhall/guild-tools/match.ts';
import type { Sql } from '../../core/db/sql.ts';
import type { Signer } from '../../core/secrets.ts';
import { knownPeople } from '../../raiders/known-people.ts';
import { type Fighter, wantedOf } from './fighters.ts';
import { peopleOf } from './people-of-targets.ts';

/** Raiders and members who may play a fighter, the likeliest first: their characters have its name on another realm, or a similar one. */
export async function likelyPeople(sql: Sql, sign: Signer, organizationId: string, fighters: readonly Fighter[]) {
  const match = createMatcher(await knownPeople(sql, sign, organizationId), new Map());
  const found = fighters.map((fighter) => {
    const result = match({ ...wantedOf(fighter), discordKey: null });
    return result.outcome === 'matched' ? [] : result.proposals.map(({ id }) => id);
  });
  const people = await peopleOf(sql, found.flat(), false);
  return found.map((targets) =>
    targets.flatMap((target) => {
      const { raider, userId, name } = people.get(target) ?? NO_PERSON;
      return raider === null && userId === null ? [] : { raiderId: raider?.id ?? null, userId, name };
    }),
  );
}

const NO_PERSON = { raider: null, userId: null, name: '' };
