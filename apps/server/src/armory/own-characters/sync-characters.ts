/**
 * The job behind a character sync: fetches the account's list, then every character's profile; resumable. Everything
 * else about a character is fetched by jobs of their own after the sync.
 */
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { runSync } from '../../core/syncs/run-sync.ts';
import { advanceSyncSession, type SyncEnd, type SyncFence } from '../../core/syncs/sync-session.ts';
import { askAsPerson } from '../../identity/sessions/ask-as-person.ts';
import { charactersReadJob } from '../../membership/characters/characters-read.jobs.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { learnRealms } from '../../reference/game-data/learn-realms.ts';
import { queueEnrichment } from '../enrichment/queue-enrichment.ts';
import { countProfiles, refreshProfiles } from '../enrichment/refresh-profiles.ts';
import {
  type AccountCharacters,
  type Branch,
  fetchAccountCharacters,
  importAccount,
  type ListDates,
} from './import-account.ts';
import { regionsAsked } from './regions.ts';
import { PERMISSION_MISSING } from './start-character-sync.ts';

type Payload = { sessionId: string; userId: string };

const EXPIRED: SyncEnd = {
  status: 'failed',
  reason: 'gameplatform_token_expired',
  message: 'The permission of the game platform has expired. Sign in with it again, then start the sync again.',
};

const NOT_PERMITTED: SyncEnd = {
  status: 'failed',
  reason: 'gameplatform_permission_missing',
  message: PERMISSION_MISSING,
};

export async function syncCharacters(ctx: AppContext, { sessionId, userId }: Payload, run: JobRun): Promise<void> {
  await runSync(ctx, sessionId, run, async ({ row, fence }) => {
    const { signal } = run;
    // Known only to the first attempt, so later ones report nothing unread.
    let unread: Branch[] = [];
    const regions = await regionsAsked(ctx);
    if (row.cursor === null) {
      const imported = await importListed(ctx, userId, regions, fence, signal);
      if (!imported) return EXPIRED;
      if ('permissionMissing' in imported) return NOT_PERMITTED;
      unread = imported.unread;
    }
    await refreshProfiles(ctx, { fence, userId, regions, signal }, row.cursor);
    await enrichPlayed(ctx, userId, regions);
    return unread.length === 0 ? { status: 'completed' } : { status: 'completed', ...partlyRead(unread) };
  });
}

const BRANCHES: Record<GameVersion, string> = {
  retail: 'World of Warcraft',
  classic: 'Classic',
  'classic-era': 'Classic Era',
  'classic-anniversary': 'Classic Anniversary',
};

const nameOf = ({ region, gameVersion }: Branch) => `${BRANCHES[gameVersion]} (${region.toUpperCase()})`;

const partlyRead = (unread: Branch[]) => ({
  reason: 'platform_unavailable' as const,
  message: `The game platform could not say which characters of ${unread.map(nameOf).join(' and ')} you have. Our data about them stays as it is; try again later.`,
});

/** Identifies the linked game-platform account. Not by its token, which may be resealed at any time. */
const LINKED = query({ accountId: 'text', dates: json<ListDates>() })`
  select account_id as "accountId", lists_modified as dates from account where user_id = $1 and provider_id = 'battlenet'`;

const READ = statement`
  update account set lists_modified = lists_modified || $2::jsonb where user_id = $1 and provider_id = 'battlenet'`;

/** Null when the platform refused the person's token, or the listed account was unlinked in the meantime. */
async function importListed(
  ctx: AppContext,
  userId: string,
  regions: Region[],
  fence: SyncFence,
  signal: AbortSignal,
): Promise<Pick<AccountCharacters, 'unread'> | { permissionMissing: true } | null> {
  // Read before the token, so that the check below notices an account linked in between.
  const account = await ctx.sql.maybe(LINKED, [userId]);
  const asked = await askAsPerson(ctx, userId, signal, (token) =>
    fetchAccountCharacters(ctx.battlenet, regions, token, signal, account?.dates ?? {}),
  );
  if (asked.state === 'permission_missing') return { permissionMissing: true };
  if (asked.state !== 'answered') return null;
  const listed = asked.answer;
  return ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    // Unlinking withdraws the proof under this lock: either it is visible here, or it comes after the import.
    const linked = await tx.sql.maybe(LINKED, [userId]);
    if (linked?.accountId !== account?.accountId) return null;
    let [added, removed] = [0, 0];
    for (const region of regions) {
      const characters = listed.characters.filter((character) => character.region === region);
      const imported = await importAccount(tx.sql, userId, region, characters);
      added += imported.added;
      removed += imported.removed;
      await followOwners(tx, imported.characterIds);
    }
    await tx.sql.run(READ, [userId, JSON.stringify(listed.dates)]);
    const realms = listed.characters.map(({ region, gameVersion, realmId: id, realmSlug: slug, realmName: name }) => {
      return { region, gameVersion, id, slug, name };
    });
    await learnRealms(ctx, tx, realms);
    const total = await countProfiles(tx.sql, userId, regions);
    const session = await advanceSyncSession(tx.sql, fence, { total, added, removed, cursor: '' });
    tx.afterCommit(() => ctx.realtime.publishSync(session));
    return { unread: listed.unread };
  });
}

/** Characters with a profile: the main first, then by last login. */
const PLAYED = query({ characterId: 'uuid' })`
  select c.id as "characterId" from character c
  join character_section s on s.character_id = c.id and s.section = 'profile' and s.status = 'ok'
  where c.user_id = $1 and c.region = any($2) and c.verified_at is not null and c.archived_at is null
  order by c.is_main desc, c.last_login_at desc nulls last, c.id`;

async function enrichPlayed(ctx: AppContext, userId: string, regions: Region[]): Promise<void> {
  const played = await ctx.sql.many(PLAYED, [userId, regions]);
  const requests = played.map(({ characterId }) => ({ characterId, profileAsked: true }));
  await ctx.transact(async (tx) => {
    await queueEnrichment(tx, userId, requests, 'sync');
    await tx.enqueue(charactersReadJob, { userId });
  });
}
