/** The history as a file, for a client that prefers it to JSON. */
import { type LootAwardView, LootInput } from '@guildhall/contracts/loot.ts';
import { sendCsv } from '../../core/http/csv.ts';
import type { AppContext } from '../../core/services/context.ts';
import { textRoute } from '../../identity/sessions/require-actor.ts';
import { allLoot } from './loot.queries.ts';

export const LOOT_CSV_EXAMPLE = `received at,item id,item,track,boss,character,realm,class,raider,response,meaning,counts,votes,event,withdrawn,tool
2026-11-22T20:14:07.000Z,160679,Regent’s Last Coal,heroic,Regent Ismere,Emberlyn,Stormvale,mage,Mara,Best in Slot,best,yes,2,Sunday raid,no,rclootcouncil
`;

export const lootCsvRoutes = (ctx: AppContext) =>
  textRoute(ctx, '/organizations/:id/loot', LootInput, async (actor, input, res) =>
    sendCsv(res, 'loot', [HEAD, ...(await allLoot(ctx, actor, input)).map(rowOf)]),
  );

const HEAD = LOOT_CSV_EXAMPLE.slice(0, LOOT_CSV_EXAMPLE.indexOf('\n')).split(',');

const yes = (value: boolean) => (value ? 'yes' : 'no');

const rowOf = (award: LootAwardView) => [
  award.dayOnly ? award.receivedAt.slice(0, 10) : award.receivedAt,
  award.item.id,
  award.item.name,
  award.track,
  award.kill?.name ?? award.boss,
  award.winner?.name,
  award.winner?.realm,
  award.winner?.className,
  award.winner?.raider?.name,
  award.response.text,
  award.response.meaning,
  yes(award.response.counts),
  award.votes,
  award.event?.title,
  yes(award.withdrawn),
  award.tool,
];
