/** Reputation factions and their tree, which only the documents of grouping factions reveal. */
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { mapConcurrently } from '../core/concurrently.ts';
import type { AppContext } from '../core/services/context.ts';
import { localized } from '../reference/localized.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { LINK_FACTIONS, lockFactions } from './link-factions.ts';
import { upsert, write } from './write-rows.ts';

const LANES = 8;

const FACTIONS = upsert('reputation_faction', 'parent_id int, root_id int, names jsonb');

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
    const written = await write(sql, FACTIONS, rows);
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
