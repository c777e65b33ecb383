import type { CombatRole } from '@guildhall/contracts/organization.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import type { AppContext } from '../../core/services/context.ts';
import { forgetGameData } from '../game-data/game-data-cache.ts';
import { localized } from '../game-data/localized.ts';
import { combatRoleOf } from '../game-data/playable.ts';
import type { CatalogueRun } from './catalogue-run.ts';
import { rowsNotListed, upsertRows, writeRows } from './write-rows.ts';

const LANES = 8;

/** Skips specializations of unknown classes until the class is known. */
const SPECIALIZATIONS = upsertRows(
  'specialization',
  'class_id smallint, role text, names jsonb, listed boolean',
  'id int',
  'exists (select from playable_class c where c.id = n.class_id)',
);
const GONE = rowsNotListed('specialization');

/** The platform does not tell melee from ranged, so our own list takes precedence. */
const PLATFORM_ROLES: Record<string, CombatRole> = { TANK: 'tank', HEALER: 'healer' };

export async function syncSpecializations(ctx: AppContext, run: CatalogueRun): Promise<void> {
  if (run.isStored('specializations')) return;
  const { battlenet, config } = ctx;
  const listed = await run.documents.list(
    'playable-specialization',
    battlenet.playableSpecializationsIndex,
    (index) => index.character_specializations,
  );
  await run.expect(listed.length);
  const documents = await mapConcurrently(listed, LANES, ({ id }) =>
    run.documents.one(`playable-specialization/${id}`, (call) => battlenet.playableSpecialization(call, id)),
  );
  const rows = documents
    .filter((document) => document !== null)
    .map(({ id, playable_class, role, name }) => ({
      id,
      class_id: playable_class.id,
      role: combatRoleOf(id) ?? PLATFORM_ROLES[role?.type ?? ''] ?? null,
      names: localized(name, config.locales),
    }));
  const ids = listed.map(({ id }) => id);
  const { added, updated } = await run.store({ name: 'specializations', things: listed.length }, async (sql) => [
    [...(await writeRows(sql, SPECIALIZATIONS, rows)), ...(await sql.many(GONE, [ids]))],
  ]);
  if (added + updated > 0) forgetGameData(ctx);
}
