/** Reserves as loot addons and tables take them. */
import { csvFile } from '@guildhall/contracts/csv.ts';
import type { ExportedReservesView, ExportReservesInput, ReserveFormat } from '@guildhall/contracts/reserve.ts';
import {
  gargulReserves,
  rollForReserves,
  softresRows,
  type WrittenSheet,
} from '@guildhall/guild-tools/write-reserves.ts';
import { classToken } from '@guildhall/simc/tokens.ts';
import type { Actor } from '../../core/actor.ts';
import { conflict } from '../../core/errors.ts';
import { publicUrl } from '../../core/public-url.ts';
import type { AppContext } from '../../core/services/context.ts';
import { realmSuffix } from '../../events/lineup/formats/format-lineup.ts';
import { hidesOthers, noSheet, seenReserves } from './reserve.access.ts';
import { readReserves, readSheet } from './reserves.queries.ts';

const WRITE: Record<ReserveFormat, (sheet: WrittenSheet) => string> = {
  gargul: gargulReserves,
  rollfor: rollForReserves,
  csv: (sheet) => csvFile(softresRows(sheet)),
};

/** Throws NOT_FOUND, and CONFLICT while the caller may not see the reserves of others. */
export async function exportReserves(
  { sql, config }: AppContext,
  actor: Actor,
  { id, for: format }: ExportReservesInput,
): Promise<ExportedReservesView> {
  const { event, mayChange } = await seenReserves(sql, actor, id);
  // Addons know the English names.
  const sheet = await readSheet(sql, id, 'en_US');
  if (!sheet) throw noSheet();
  if (hidesOthers(sheet.seenBy, sheet.locked, mayChange)) {
    throw conflict('reserves_hidden', 'The reserves are shown when they are locked. Export them then.');
  }
  const reserves = await readReserves(sql, event, sheet, {
    ...{ userId: actor.userId, locale: 'en_US', seesProof: false },
  });
  const named = reserves.flatMap(({ character, realm, item, count, plus }) =>
    character
      ? {
          ...{
            name: character.name,
            realm: realm === null ? null : realmSuffix(realm),
            className: classToken(character.class?.id ?? 0) ?? null,
            count,
            plus: plus?.value ?? 0,
          },
          ...{ itemId: item.id, itemName: item.name },
        }
      : [],
  );
  const text = WRITE[format]({
    ...{ id, startsAt: event.startsAt, writtenAt: new Date().toISOString(), hidden: !sheet.locked },
    url: publicUrl(config.baseUrl, `/events/${id}`),
    reserves: named,
    hard: sheet.hard.map(({ item, note }) => ({ itemId: item.id, note })),
  });
  const unnamed = reserves.filter(({ character }) => character === null);
  return { for: format, text, leftOut: unnamed.map(({ raider, item }) => ({ raider: raider.name, item: item.name })) };
}
