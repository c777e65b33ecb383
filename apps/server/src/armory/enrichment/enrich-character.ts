/**
 * The job behind the views of a character: fetches its profile first, then each section that is due. Makes at most one
 * request per section, and only the profile's for a character that did not change within a day.
 */
import type { Call } from '@guildhall/battlenet/client.ts';
import { now } from '../../core/db/columns.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import type { JobPayload, JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Character } from '../../membership/characters/character.entity.ts';
import { lockClaims } from '../../membership/characters/claims.ts';
import { archiveMissing, refreshCharacterStatus } from './archive-missing.ts';
import type { enrichCharacterJob, scheduledEnrichmentJob } from './enrichment.jobs.ts';
import { refreshNamedSections } from './refresh-named-sections.ts';
import { fetchProfile } from './refresh-profiles.ts';
import { ENRICHED_CHARACTERS, EnrichedCharacter, refreshSections } from './refresh-sections.ts';
import { CHARACTER_IS_STALE } from './refresh-stale.ts';
import { type Section, sections } from './sections.ts';
import { type ProfileOutcome, storeProfiles } from './store-profiles.ts';
import { storeUnlinkedSections } from './store-section.ts';

const SUBJECT = query(
  EnrichedCharacter,
)`${ENRICHED_CHARACTERS} where c.id = $1 and c.source = 'synced' and c.archived_at is null`;

export async function enrichCharacter(
  ctx: AppContext,
  { characterId, profileAsked }: JobPayload<typeof enrichCharacterJob>,
  { signal }: JobRun,
): Promise<void> {
  await enrich(ctx, characterId, { priority: 'interactive', signal, profileAsked });
}

/** The same for characters whose owners do not ask. The job may have waited long, so it skips what is fresh by now. */
export async function enrichScheduledCharacter(
  ctx: AppContext,
  { characterId }: JobPayload<typeof scheduledEnrichmentJob>,
  { signal }: JobRun,
): Promise<void> {
  if ((await ctx.sql.run(STILL_WANTED, [characterId])) === 0) return;
  await enrich(ctx, characterId, { priority: 'background', signal, profileAsked: false });
}

const STILL_WANTED = statement`select from character c where c.id = $1 and ${CHARACTER_IS_STALE}`;

type Asking = Required<Pick<Call, 'priority'>> & { signal: AbortSignal; profileAsked: boolean };

async function enrich(ctx: AppContext, characterId: string, { priority, signal, profileAsked }: Asking): Promise<void> {
  const known = await ctx.sql.maybe(SUBJECT, [characterId]);
  if (!known) return;
  const { region, gameVersion } = known;
  const call = { region, gameVersion, priority, signal };
  const subject = profileAsked ? known : await refreshProfile(ctx, known, call);
  if (!subject) return;

  const profile = await ctx.sql.maybe(LINKS, [characterId]);
  const links = new Set(profile?.links);
  const { linked = [], unlinked = [] } = Object.groupBy(sections, (section) =>
    section.links.some((link) => links.has(link)) ? 'linked' : 'unlinked',
  );
  await storeUnlinkedSections(ctx.sql, characterId, unlinked);
  await refreshSections(ctx, subject, call, linked);
  await refreshNamedSections(ctx, subject, call);
  await refreshCharacterStatus(ctx, subject, call);
  // A failure leaves the owner free to try again at once.
  if ((await ctx.sql.run(FAILED, [characterId])) > 0) return;
  await ctx.transact(({ em }) => em.nativeUpdate(Character, characterId, { enrichedAt: now() }));
}

const LINKS = query({ links: json<Section['links']>().orNull })`
  select data -> 'links' as links from character_section where character_id = $1 and section = 'profile'`;

const FAILED = statement`select from character_section where character_id = $1 and status = 'failed' limit 1`;

/** Returns the character under its current name, or null without a profile: then nothing else is available either. */
async function refreshProfile(
  ctx: AppContext,
  subject: EnrichedCharacter,
  call: Call,
): Promise<EnrichedCharacter | null> {
  const outcome = await findProfile(ctx, call, subject);
  await ctx.transact(async (tx) => {
    if (outcome.kind === 'fetched') await lockClaims(tx.sql);
    await storeProfiles(ctx, tx, [outcome]);
  });
  if (outcome.kind === 'not_found') await archiveMissing(ctx, subject.id, 'profile');
  return outcome.kind === 'fetched' || outcome.kind === 'unchanged' ? outcome.candidate : null;
}

/** The current name in the guild's roster: rosters are read more often, and identify a character by its id. */
const NAME_IN_ROSTER = query({ name: 'text', realmSlug: 'text' })`
  select e.name, e.realm_slug as "realmSlug" from roster_entry e
  where e.claimed_by_id = $1 and e.left_at is null and (e.name, e.realm_slug) <> ($2, $3)`;

/** A renamed character is missing under its old name, which is no reason to consider it gone. */
async function findProfile(ctx: AppContext, call: Call, subject: EnrichedCharacter): Promise<ProfileOutcome> {
  const outcome = await fetchProfile(ctx, call, subject);
  if (outcome.kind !== 'not_found') return outcome;
  const { id, name, realmSlug, lastModified } = subject;
  const renamed = await ctx.sql.maybe(NAME_IN_ROSTER, [id, name, realmSlug]);
  if (!renamed) return outcome;
  return fetchProfile(ctx, { ...call, notOlderThan: lastModified }, { ...subject, ...renamed, lastModified: null });
}
