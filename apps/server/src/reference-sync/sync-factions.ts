/** Reputation factions and their tree, which only the documents of grouping factions reveal. */
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { mapConcurrently } from '../core/concurrently.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { localized } from '../reference/localized.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { Written } from './count-changes.ts';
import { LINK_FACTIONS, lockFactions } from './link-factions.ts';

const LANES = 8;

const UPSERT = query(Written)`
  insert into reputation_faction as t (id, parent_id, root_id, names)
  select id, parent_id, root_id, names
  from jsonb_to_recordset($1::jsonb) as n(id int, parent_id int, root_id int, names jsonb)
  on conflict (id) do update set (parent_id, root_id, names) = (excluded.parent_id, excluded.root_id, excluded.names)
  where (t.parent_id, t.root_id, t.names) is distinct from (excluded.parent_id, excluded.root_id, excluded.names)
  returning new.id, old.id is null as added`;

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
    const written = await sql.many(UPSERT, [JSON.stringify(rows)]);
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
