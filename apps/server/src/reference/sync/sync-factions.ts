/** Reputation factions and their tree, which only the documents of grouping factions reveal. */
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { advisoryLock } from '../../core/db/advisory-lock.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { localized } from '../game-data/localized.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { upsertRows, writeRows } from './write-rows.ts';

const LANES = 8;

const FACTIONS = upsertRows('reputation_faction', 'parent_id int, root_id int, names jsonb');

export async function syncFactions(ctx: AppContext, run: CatalogueRun): Promise<void> {
  if (run.isStored('factions')) return;
  const factions = await run.documents.list('reputation-faction', ctx.battlenet.reputationFactionsIndex, (index) => [
    ...index.root_factions,
    ...index.factions,
  ]);
  const listed = new Map(factions.map((faction) => [faction.id, faction]));
  await run.expect(listed.size);
  const documents = await mapConcurrently([...listed.keys()], LANES, (id) =>
    run.documents.one(`reputation-faction/${id}`, (call) => ctx.battlenet.reputationFaction(call, id)),
  );
  const parents = parentsIn(documents.filter((document) => document !== null));
  const rows = [...listed.values()]
    // Rows for the game makers' internal use.
    .filter(({ name }) => !textIn(name, 'en_US')?.startsWith('[DNT]'))
    .map(({ id, name }) => ({
      id,
      parent_id: parents.get(id) ?? null,
      root_id: rootOf(id, parents),
      names: localized(name, ctx.config.locales),
    }));
  await run.store({ name: 'factions', things: listed.size }, async (sql) => {
    await lockFactions(sql);
    const written = await writeRows(sql, FACTIONS, rows);
    await sql.run(LINK_FACTIONS);
    return [written];
  });
}

function parentsIn(documents: { id: number; factions: { id: number }[] }[]): Map<number, number> {
  return new Map(documents.flatMap(({ id, factions }) => factions.map((child) => [child.id, id] as const)));
}

/** The topmost faction above one; a cycle ends where it began. */
function rootOf(id: number, parents: Map<number, number>): number {
  const seen = new Set<number>();
  let root = id;
  for (let above: number | undefined = id; above !== undefined && !seen.has(above); above = parents.get(above)) {
    seen.add(above);
    root = above;
  }
  return root;
}

/** Makes the journal and the catalogue, which both write to many factions, take turns until the transaction ends. */
export async function lockFactions(sql: Sql): Promise<void> {
  await advisoryLock(sql, 'reputation-factions');
}

/**
 * Gives each faction the expansion that its root is named after, if both are known. The platform offers nothing better;
 * it writes "The Burning Crusade" among factions and "Burning Crusade" in the journal.
 */
export const LINK_FACTIONS = statement`
  with expansion as (
    select l.entity_id as id, regexp_replace(lower(l.name), '^the ', '') as name from journal_expansion_locale l
    where l.locale = 'en_US'
  ), linked as (
    select r.id as root_id, (select min(e.id) from expansion e
      where e.name = regexp_replace(lower(r.names->>'en_US'), '^the ', '')) as expansion_id
    from reputation_faction r where r.id = r.root_id
  )
  update reputation_faction f set expansion_id = l.expansion_id from linked l
  where l.root_id = f.root_id and f.expansion_id is distinct from l.expansion_id`;
