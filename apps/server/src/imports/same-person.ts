/** Raiders who may be one person, for officers to merge: by names, notes, what was brought in, and earlier decisions. */
import {
  type DismissSamePersonInput,
  type SamePeopleInput,
  type SamePeopleView,
  SamePersonBecause,
} from '@guildhall/contracts/import.ts';
import { RaiderKind } from '@guildhall/contracts/raider.ts';
import { familiesOf } from '@guildhall/guild-tools/families.ts';
import { fold, foldPlain, nameParts } from '@guildhall/guild-tools/fold.ts';
import type { Actor } from '../core/actor.ts';
import { byName } from '../core/db/by-name.ts';
import { columns, json, query, type RowOf, statement, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { authorizedAccess, lockedAccessTo } from '../membership/rights/organization.access.ts';
import { findRaider, publishRaidersChanged } from '../raiders/raider.access.ts';

const MOST_SHOWN = 50;
const SHORTEST_PREFIX = 4;

const Known = columns({
  id: 'uuid',
  name: 'text!',
  kind: text(RaiderKind.options),
  hasAccount: 'bool!',
  note: 'text?',
  characters: json<{ name: string; classId: number | null }[]>(),
});
type Known = RowOf<typeof Known>;
const RAIDERS = query(Known)`
  select r.id, coalesce(u.display_name, r.name) as name, r.kind, u.id is not null as "hasAccount", r.note,
    coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'classId', f.class_id)
        order by f.is_main desc, f.level desc nulls last, ${byName('f.name')})
      from raider_family f where f.raider_id = r.id and f.organization_id = $1), '[]') as characters
  from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.merged_into_id is null and r.archived_at is null
    and coalesce(u.display_name, r.name) is not null`;
/** The file gives a character to one raider that another one has; or a row named both. */
const BROUGHT = query({ one: 'uuid!', other: 'uuid!' })`
  select split_part(w.target, ':', 2)::uuid as one, c.raider_id as other
  from import_run r join import_row w on w.run_id = r.id and w.reason = 'of_another_raider' and w.target like 'raider:%'
  join raider_character c on c.organization_id = r.organization_id
    and c.name_key = folded_name(w.raw ->> 'name')
  where r.organization_id = $1
  union
  select split_part(w.proposals -> 0 ->> 'target', ':', 2)::uuid, split_part(w.proposals -> 1 ->> 'target', ':', 2)::uuid
  from import_run r join import_row w on w.run_id = r.id
  where r.organization_id = $1 and jsonb_array_length(w.proposals) = 2
    and w.proposals -> 0 ->> 'by' = 'part' and w.proposals -> 1 ->> 'by' = 'part'
    and w.proposals -> 0 ->> 'target' like 'raider:%' and w.proposals -> 1 ->> 'target' like 'raider:%'`;
const ALIASES = query({ key: 'text', raiderId: 'uuid!' })`
  select a.key, a.raider_id as "raiderId" from raider_alias a where a.organization_id = $1 and a.raider_id is not null`;
const DISTINCT = query({ one: 'uuid', other: 'uuid' })`
  select raider_id as one, other_id as other from raider_distinct where organization_id = $1`;

export async function listSamePeople(
  { sql }: AppContext,
  actor: Actor,
  input: SamePeopleInput,
): Promise<SamePeopleView> {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'update', 'Roster');
  const raiders = await sql.many(RAIDERS, [organizationId]);
  const found = pairsOf(raiders);
  for (const { one, other } of await sql.many(BROUGHT, [organizationId])) found.add(one, other, 'import');
  for (const [one, other] of sameAliases(raiders, await sql.many(ALIASES, [organizationId]))) {
    found.add(one, other, 'alias');
  }
  for (const { one, other } of await sql.many(DISTINCT, [organizationId])) found.remove(one, other);
  const all = found.list();
  return { proposals: all.slice(0, MOST_SHOWN), total: all.length };
}

/** Collects why two raiders may be one, the surest first. Two people with accounts stay two. */
function pairsOf(raiders: Known[]) {
  const byId = new Map(raiders.map((raider) => [raider.id, raider]));
  const pairs = new Map<string, { raiders: [Known, Known]; because: Set<SamePersonBecause> }>();
  const keyOf = (one: string, other: string) => [one, other].sort().join();
  const add = (oneId: string, otherId: string, because: SamePersonBecause) => {
    const [one, other] = [byId.get(oneId), byId.get(otherId)];
    if (!one || !other || one === other || (one.hasAccount && other.hasAccount)) return;
    const key = keyOf(oneId, otherId);
    const pair = pairs.get(key) ?? { raiders: stays(one, other), because: new Set() };
    pair.because.add(because);
    pairs.set(key, pair);
  };
  for (const [one, other, because] of likeNames(raiders)) add(one, other, because);
  for (const [one, other] of notedMains(raiders)) add(one, other, 'note');
  const order = ({ because }: { because: Set<SamePersonBecause> }) =>
    Math.min(...[...because].map((each) => SamePersonBecause.options.indexOf(each)));
  return {
    add,
    remove: (one: string, other: string) => pairs.delete(keyOf(one, other)),
    list: () =>
      [...pairs.entries()]
        .toSorted(([aKey, a], [bKey, b]) => order(a) - order(b) || (aKey < bKey ? -1 : 1))
        .map(([, { raiders: both, because }]) => ({
          raider: shown(both[0]),
          other: shown(both[1]),
          because: SamePersonBecause.options.filter((each) => because.has(each)),
        })),
  };
}

/** The raider that would take in the other comes first. */
const stays = (one: Known, other: Known): [Known, Known] => {
  const isFirst = one.hasAccount || (!other.hasAccount && one.characters.length >= other.characters.length);
  return isFirst ? [one, other] : [other, one];
};

const shown = ({ id, name, kind, hasAccount, characters }: Known) => ({
  ...{ id, name, kind, hasAccount },
  main: characters[0] ?? null,
});

const namesOf = ({ name, characters }: Known) => [...new Set([name, ...characters.map((character) => character.name)])];

type Like = [one: string, other: string, because: SamePersonBecause];

function likeNames(raiders: Known[]): Like[] {
  const byName = indexOf(raiders, fold);
  const byPlainName = indexOf(raiders, foldPlain);
  const sorted = [...byName.keys()].sort();
  return raiders.flatMap((raider): Like[] =>
    namesOf(raider).flatMap((name): Like[] => {
      const named = (ids: Iterable<string>, because: SamePersonBecause): Like[] =>
        [...ids].flatMap((id): Like[] => (id === raider.id ? [] : [[raider.id, id, because]]));
      const key = fold(name);
      const plain = [...(byPlainName.get(foldPlain(name)) ?? [])].filter((id) => !byName.get(key)?.has(id));
      const longer = raider.hasAccount ? new Set<string>() : beginningWith(sorted, byName, key);
      longer.delete(raider.id);
      return [
        ...named(byName.get(key) ?? [], 'name'),
        ...nameParts(name).flatMap((part) => named(byName.get(fold(part)) ?? [], 'part')),
        ...named(plain, 'no_diacritics'),
        // A beginning that fits several says nothing about one of them.
        ...(longer.size === 1 ? named(longer, 'prefix') : []),
      ];
    }),
  );
}

function indexOf(raiders: Known[], keyOf: (name: string) => string): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>();
  for (const raider of raiders) {
    for (const name of namesOf(raider)) {
      const ids = index.get(keyOf(name)) ?? new Set();
      index.set(keyOf(name), ids.add(raider.id));
    }
  }
  return index;
}

function beginningWith(sorted: string[], byName: Map<string, Set<string>>, start: string): Set<string> {
  if ([...start].length < SHORTEST_PREFIX) return new Set();
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < start) low = middle + 1;
    else high = middle;
  }
  const ids = new Set<string>();
  for (let at = low; sorted[at]?.startsWith(start); at += 1) {
    if (sorted[at] !== start) for (const id of byName.get(sorted[at] ?? '') ?? []) ids.add(id);
  }
  return ids;
}

/** The note that officers keep about a raider may name the main, as notes of the roster do. */
function notedMains(raiders: Known[]): [string, string][] {
  const byName = indexOf(raiders, fold);
  const noted = raiders.filter(({ note }) => note !== null);
  const families = familiesOf(
    noted.map(({ name, note }) => ({ name, realm: null, note, main: null })),
    raiders.flatMap((raider) => namesOf(raider).map((name) => ({ name, realm: null }))),
  );
  return noted.flatMap((raider, index): [string, string][] => {
    const family = families[index];
    if (family?.outcome !== 'alt') return [];
    return [...(byName.get(fold(family.main.name)) ?? [])].map((id): [string, string] => [raider.id, id]);
  });
}

/** A name that was decided about once stands for another raider elsewhere. */
function sameAliases(raiders: Known[], aliases: { key: string; raiderId: string }[]): [string, string][] {
  const byName = indexOf(raiders, fold);
  const byKey = Map.groupBy(aliases, ({ key }) => key);
  return aliases.flatMap(({ key, raiderId }): [string, string][] =>
    [...(byKey.get(key) ?? []).map((other) => other.raiderId), ...(byName.get(key) ?? [])].map(
      (id): [string, string] => [raiderId, id],
    ),
  );
}

const DISMISS = statement`
  insert into raider_distinct (organization_id, raider_id, other_id, by_id)
  values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), $4)
  on conflict (raider_id, other_id) do nothing`;
/** The latest 5,000 of an organization are remembered. */
const FORGET_OLDEST = statement`
  delete from raider_distinct d using (
    select raider_id, other_id from raider_distinct where organization_id = $1 order by at desc, raider_id, other_id offset 5000
  ) old where d.raider_id = old.raider_id and d.other_id = old.other_id`;

/** They are two people, and are not proposed again. Merging them stays possible. Throws NOT_FOUND and FORBIDDEN. */
export async function dismissSamePerson(ctx: AppContext, actor: Actor, input: DismissSamePersonInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, input.id, 'update', 'Roster');
    const [one, other] = input.raiderIds;
    for (const id of input.raiderIds.toSorted()) await findRaider(tx, organizationId, id);
    await sql.run(DISMISS, [organizationId, one, other, actor.userId]);
    await sql.run(FORGET_OLDEST, [organizationId]);
    publishRaidersChanged(tx, organizationId);
  });
}
