/**
 * Phase two of a roster sync: when each member was last played, from the member's own profile. Conditional, paced by
 * the platform budget, those not refreshed longest first; written in batches, nothing for an unchanged profile.
 */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { AppContext } from '../core/context.ts';
import { advanceSyncSession, type SyncFence } from '../core/sync-session.ts';
import { combatRoleOf } from '../reference/spec-roles.ts';

type Guild = { organizationId: string; region: Region; gameVersion: GameVersion };
type Member = { id: string; name: string; realmSlug: string; lastModified: string | null; position: string };
type Refreshed = {
  id: string;
  level: number;
  lastLoginAt: string | null;
  role: string | null;
  itemLevel: number | null;
  lastModified: string | null;
};
type Outcome = { kind: 'refreshed'; row: Refreshed } | { kind: 'unchanged' } | { kind: 'failed'; error: BattlenetError };

const BATCH = 25;
const CONCURRENCY = 12;
/** So many failures of the platform in a row are no longer the fault of single profiles. */
const GIVE_UP_AFTER = 5;

/** Place of a member in the order of this run. Rows written during the run move past its start and are not met again. */
const POSITION = `to_char(coalesce(profile_fetched_at, 'epoch') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '|' || id`;

const NEXT = `
  select id, name, realm_slug as "realmSlug", profile_last_modified as "lastModified", ${POSITION} as position
  from roster_entry
  where organization_id = $1 and left_at is null and coalesce(profile_fetched_at, 'epoch') < $2
    and (coalesce(profile_fetched_at, 'epoch'), id) > ($3::timestamptz, $4::uuid)
  order by coalesce(profile_fetched_at, 'epoch'), id limit ${BATCH}`;

const WRITE = `
  with refreshed as (
    select * from jsonb_to_recordset($1::jsonb) as r(id uuid, level smallint, "lastLoginAt" timestamptz, role text,
      "itemLevel" smallint, "lastModified" text)
  ), entries as (
    update roster_entry e set level = greatest(e.level, r.level), last_login_at = coalesce(r."lastLoginAt", e.last_login_at),
      role = coalesce(r.role, e.role), item_level = coalesce(r."itemLevel", e.item_level),
      profile_last_modified = r."lastModified", profile_fetched_at = now()
    from refreshed r where e.id = r.id returning e.claimed_by_id, e.last_login_at
  )
  update character c set last_login_at = e.last_login_at from entries e
  where c.id = e.claimed_by_id and c.last_login_at is distinct from e.last_login_at`;

export const FIRST_MEMBER = '1970-01-01T00:00:00.000Z|00000000-0000-0000-0000-000000000000';

type Run = { fence: SyncFence; guild: Guild; startedAt: Date; signal: AbortSignal };

/** Goes on after `cursor` until every member was asked. Throws the platform's error when it stops answering at all. */
export async function refreshMembers(ctx: AppContext, run: Run, cursor: string): Promise<void> {
  let position = cursor;
  let failuresInARow = 0;
  for (;;) {
    const [fetchedAt, id] = position.split('|');
    const members = await ctx.sql<Member>(NEXT, [run.guild.organizationId, run.startedAt, fetchedAt, id]);
    const last = members.at(-1);
    if (!last) return;

    const outcomes = await mapConcurrently(members, (member) => refreshMember(ctx, run, member));
    for (const outcome of outcomes) {
      failuresInARow = outcome.kind === 'failed' ? failuresInARow + 1 : 0;
      if (outcome.kind === 'failed' && failuresInARow >= GIVE_UP_AFTER) throw outcome.error;
    }
    position = last.position;
    const rows = outcomes.flatMap((outcome) => (outcome.kind === 'refreshed' ? [outcome.row] : []));
    const failed = outcomes.filter((outcome) => outcome.kind === 'failed').length;
    await ctx.transact(async (tx) => {
      if (rows.length > 0) await tx.sql(WRITE, [JSON.stringify(rows)]);
      const step = { done: members.length, failed, cursor: position };
      const session = await advanceSyncSession(tx.sql, run.fence, step);
      tx.afterCommit(() => ctx.realtime.publishSync(session));
    });
  }
}

async function refreshMember(ctx: AppContext, { guild, signal }: Run, member: Member): Promise<Outcome> {
  const { region, gameVersion } = guild;
  const call = { region, gameVersion, signal, ...(member.lastModified ? { ifModifiedSince: member.lastModified } : {}) };
  try {
    const { data, lastModified } = await ctx.battlenet.characterProfile(call, member);
    return {
      kind: 'refreshed',
      row: {
        id: member.id,
        level: data.level,
        lastLoginAt: data.last_login_timestamp ? new Date(data.last_login_timestamp).toISOString() : null,
        role: combatRoleOf(data.active_spec?.id),
        itemLevel: data.equipped_item_level ?? null,
        lastModified,
      },
    };
  } catch (error) {
    if (!(error instanceof BattlenetError)) throw error;
    switch (error.kind) {
      // Not played for weeks, too low, just transferred: the platform has no profile, the roster still lists them.
      case 'not_modified':
      case 'not_found':
      case 'forbidden':
        return { kind: 'unchanged' };
      case 'rate_limited':
      case 'unauthorized':
        throw error;
      default:
        return { kind: 'failed', error };
    }
  }
}

/** Keeps order; stops at the first throw. */
async function mapConcurrently<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return results;
}
