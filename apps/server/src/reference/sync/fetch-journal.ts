/** Fetches the documents of one expansion of the journal; the platform sends only those changed since last time. */
import type { Answer } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { JournalEncounter, JournalInstance } from '@guildhall/battlenet/schemas/journal.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { query } from '../../core/db/statement.ts';
import { isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { ReadableExpansion } from './journal-plan.ts';

/** `data` is null when unchanged. */
type Fetched<T> = { data: T | null; lastModified: string | null };

export type FetchedExpansion = Awaited<ReturnType<typeof fetchExpansion>>;
export type FetchedInstance = FetchedExpansion['instances'][number];

/** The stored state of each. Only documents read in all languages of this installation are requested conditionally. */
const KNOWN_INSTANCES = query({ id: 'int', lastModified: 'text?', mediaLastModified: 'text?', encounterIds: 'int[]' })`
  select i.id, i.media_last_modified as "mediaLastModified",
    case when i.difficulties is not null and cardinality($2::text[]) =
      (select count(*) from journal_instance_locale l where l.entity_id = i.id and l.locale = any($2))
      then i.last_modified end as "lastModified",
    array(select e.id from journal_encounter e where e.instance_id = i.id and e.listed order by e.position) as "encounterIds"
  from journal_instance i where i.id = any($1)`;

const KNOWN_ENCOUNTERS = query({ id: 'int', hadDocument: 'bool', lastModified: 'text?' })`
  select e.id, e.last_modified is not null as "hadDocument",
    case when e.item_ids is not null and cardinality($2::text[]) =
      (select count(*) from journal_encounter_locale l where l.entity_id = e.id and l.locale = any($2))
      then e.last_modified end as "lastModified"
  from journal_encounter e where e.id = any($1)`;

/** For one expansion; the next one is fetched concurrently. */
const LANES = 8;

export async function fetchExpansion(ctx: AppContext, planned: ReadableExpansion, signal: AbortSignal) {
  const { locales, battlenet } = ctx.config;
  const call = { region: battlenet.region, signal };
  const since = (ifModifiedSince: string | null | undefined) => ({ ...call, ifModifiedSince });

  const knownInstances = byId(await ctx.sql.many(KNOWN_INSTANCES, [planned.instanceIds, locales]));
  const instances = await mapConcurrently(planned.instanceIds, LANES, async (id) => {
    const known = knownInstances.get(id);
    const document = await changed(ctx.battlenet.journalInstance(since(known?.lastModified), id), known?.lastModified);
    if (!document) return null;
    if (document.data?.encounters.length === 0 && known && known.encounterIds.length > 0) throw bereft(id);
    const before = known?.mediaLastModified;
    const media = await changed(ctx.battlenet.journalInstanceMedia(since(before), id), before);
    const encounterIds = document.data?.encounters.map((encounter) => encounter.id) ?? known?.encounterIds ?? [];
    return { id, document, media, encounterIds: [...new Set(encounterIds)] };
  });
  const found = instances.filter((instance) => instance !== null);

  // An encounter belongs to the first instance that names it.
  const places = new Map<number, { instanceId: number; position: number }>();
  for (const { id: instanceId, encounterIds } of found) {
    for (const [index, id] of encounterIds.entries()) {
      if (!places.has(id)) places.set(id, { instanceId, position: index + 1 });
    }
  }
  const knownEncounters = byId(await ctx.sql.many(KNOWN_ENCOUNTERS, [[...places.keys()], locales]));
  const named = new Map(
    found.flatMap(({ document }) => document.data?.encounters ?? []).map((entry) => [entry.id, entry]),
  );
  const encounters = await mapConcurrently([...places], LANES, async ([id, place]) => {
    const known = knownEncounters.get(id);
    const before = known?.lastModified;
    const document =
      (await changed(ctx.battlenet.journalEncounter(since(before), id), before)) ??
      (known?.hadDocument ? null : standIn(named.get(id), known !== undefined));
    return document && { id, ...place, document };
  });
  const met = encounters.filter((encounter) => encounter !== null);
  // Listed but unavailable.
  const missing = instances.length - found.length + encounters.length - met.length;
  const metIds = new Set(met.map(({ id }) => id));
  return { ...planned, instances: found.map((instance) => toBeAskedAgain(instance, metIds)), encounters: met, missing };
}

/** An encounter that never had a document of its own takes its name from the instance, as read now or last time. */
function standIn(
  name: JournalInstance['encounters'][number] | undefined,
  known: boolean,
): Fetched<JournalEncounter> | null {
  if (name) {
    return { data: { ...name, description: null, instance: null, category: null, items: [] }, lastModified: null };
  }
  return known ? { data: null, lastModified: null } : null;
}

/** Forces a complete fetch of the instance next time if an encounter was unavailable, because nothing else names it. */
function toBeAskedAgain<T extends { encounterIds: number[]; document: Fetched<JournalInstance> }>(
  instance: T,
  metIds: Set<number>,
): T {
  if (instance.encounterIds.every((id) => metIds.has(id))) return instance;
  return { ...instance, document: { ...instance.document, lastModified: null } };
}

/** An instance loses an encounter now and then, but never all of them. */
const bereft = (id: number) =>
  new BattlenetError('malformed', { path: `/data/wow/journal-instance/${id}`, reason: 'no encounters' });

/** Null when the platform has no such document. */
async function changed<T>(answer: Promise<Answer<T>>, before: string | null | undefined): Promise<Fetched<T> | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BattlenetError && (error.kind === 'not_modified' || error.kind === 'outdated')) {
      return { data: null, lastModified: before ?? null };
    }
    if (isAbsence(error)) return null;
    throw error;
  }
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
