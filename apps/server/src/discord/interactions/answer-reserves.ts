/** Reserves of an event on Discord: shown, made and given up by the verbs of the page. */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import type { ItemRef } from '@guildhall/contracts/item.ts';
import { PutReservesInput, type ReservesView } from '@guildhall/contracts/reserve.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Button, Form, Reply, Row } from '@guildhall/discord/interaction.ts';
import type { AppContext } from '../../core/services/context.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { putReserves } from '../../loot/reserves/put-reserves.ts';
import { noSheet } from '../../loot/reserves/reserve.access.ts';
import { getReserves } from '../../loot/reserves/reserves.queries.ts';
import { discordWords } from '../words/discord.words.ts';
import { discordTime, mayChange, type Taking } from './answer-event.ts';
import { LONGEST_CHOICE, MOST_CHOICES } from './command-options.ts';
import { type CallerAtEvent, callerAtEvent, namesLocale, type ReplyOrForm } from './discord-caller.ts';
import { itemMeant } from './name-item.ts';
import { linesOf } from './reply-lines.ts';

type Shown = ReservesView & { sheet: NonNullable<ReservesView['sheet']> };

/** Throws NOT_FOUND for an event without reserves. */
async function readReserves(ctx: AppContext, at: CallerAtEvent): Promise<Shown> {
  const locale = namesLocale(ctx, at);
  const { sheet, ...shown } = await getReserves(ctx, at.actor, { id: at.seen.event.id, locale });
  if (!sheet) throw noSheet();
  return { ...shown, sheet };
}

export const showReserves = async (ctx: AppContext, at: CallerAtEvent): Promise<Reply> =>
  presentReserves(ctx, at, await readReserves(ctx, at));

/** The items that the caller reserved on the night before: SR+ rewards those that are reserved again. */
export async function itemsOfNightBefore(ctx: AppContext, at: CallerAtEvent): Promise<ItemRef[]> {
  const { sheet } = await readReserves(ctx, at);
  if (!sheet.continues) return [];
  return ownOf(await readReserves(ctx, await callerAtEvent(ctx, at, sheet.continues.id))).map(({ item }) => item);
}

type Wanted = { typed: string; count: number | null };

export async function reserveNamed(ctx: AppContext, taking: Taking, { typed, count }: Wanted): Promise<Reply> {
  const { at } = taking;
  const { id, organizationId } = at.seen.event;
  const meant = await itemMeant(ctx, at, { organizationId, typed, customId: customId.reserve(id, count) });
  return 'reply' in meant ? meant.reply : reserveItem(ctx, taking, { itemId: meant.item.id, count });
}

/** A form can only be the first answer; where no item can be reserved, the reserves say why. */
export async function reserveForm(ctx: AppContext, at: CallerAtEvent, count: number | null): Promise<ReplyOrForm> {
  const shown = await readReserves(ctx, at);
  if (!shown.mayReserve) return { reply: presentReserves(ctx, at, shown) };
  const { items, buttons } = discordWords(at.language);
  const field = { type: 4, custom_id: 'item', style: 1, required: true, max_length: 100 } as const;
  const form: Form = {
    custom_id: customId.reserve(at.seen.event.id, count),
    title: buttons.reserveItem,
    components: [{ type: 18, label: items.label, component: field }],
  };
  return { form };
}

/** Without a count, as often as before, or once. */
export const reserveItem = (
  ctx: AppContext,
  taking: Taking,
  { itemId, count }: { itemId: number; count: number | null },
): Promise<Reply> => changeReserves(ctx, taking, (own) => own.set(itemId, count ?? own.get(itemId) ?? 1));

export const giveUpReserves = (ctx: AppContext, taking: Taking, itemIds: readonly number[]): Promise<Reply> =>
  changeReserves(ctx, taking, (own) => {
    for (const itemId of itemIds) own.delete(itemId);
  });

/** Those that are locked are shown as they are; a repeated request changes nothing. */
async function changeReserves(
  ctx: AppContext,
  taking: Taking,
  change: (counts: Map<number, number>) => void,
): Promise<Reply> {
  const { at } = taking;
  const { id } = at.seen.event;
  const shown = await readReserves(ctx, at);
  if (shown.sheet.locked || !(await mayChange(ctx, taking))) return presentReserves(ctx, at, shown);
  const counts = new Map(ownOf(shown).map(({ item, count }) => [item.id, count]));
  change(counts);
  const reserves = [...counts].map(([itemId, count]) => ({ itemId, count }));
  await putReserves(ctx, at.actor, PutReservesInput.parse({ id, reserves }));
  return showReserves(ctx, at);
}

const ownOf = ({ reserves }: Shown) => reserves.filter(({ mine }) => mine);

const LONGEST_OF_AN_ITEM = 400;

function presentReserves(ctx: AppContext, at: CallerAtEvent, shown: Shown): Reply {
  const { event, sheet, mayReserve, hidden, reserves, total } = shown;
  const { reserves: words, buttons } = discordWords(at.language);
  const own = ownOf(shown);
  const used = own.reduce((sum, { count }) => sum + count, 0);
  const when = discordTime(sheet.locksAt, 'F');
  const hard = sheet.hard.map(({ item }) => escapeMarkdown(item.name)).join(', ');
  const items = own.map((one) => `**${escapeMarkdown(one.item.name)}**${marksOf(one)}`).join(', ');
  const ofItems = [...Map.groupBy(reserves, ({ item }) => item.id).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const names = [first, ...others].map(
      (one) => `${escapeMarkdown(one.character?.name ?? one.raider.name ?? words.former)}${marksOf(one)}`,
    );
    return [truncate(`**${escapeMarkdown(first.item.name)}**: ${names.join(', ')}`, LONGEST_OF_AN_ITEM)];
  });
  const lines = [
    sheet.locked ? words.locked({ when }) : words.openUntil({ when }),
    own.length > 0 ? words.mine({ used, all: sheet.perPerson, items }) : words.mineNone({ all: sheet.perPerson }),
    hard === '' ? '' : words.hard({ items: hard }),
    words.total({ count: total.reserves, raiders: total.raiders }),
    ...(hidden ? [words.hidden] : ofItems),
  ];
  const givable = own.slice(0, MOST_CHOICES).map(({ item }) => item);
  const labels = distinctNames(
    givable.map(({ id, name }) => ({ name, details: [id] })),
    LONGEST_CHOICE,
  );
  const toGiveUp = givable.map(({ id, name }, index) => ({ label: labels[index] ?? name, value: String(id) }));
  const giveUp = {
    type: 3,
    custom_id: customId.unreserve(event.id),
    placeholder: words.giveUp,
    options: toGiveUp,
  } as const;
  const reserve: Button = { type: 2, style: 3, label: buttons.reserveItem, custom_id: customId.reserve(event.id) };
  const page: Button = {
    type: 2,
    style: 5,
    label: buttons.page,
    url: `${ctx.config.baseUrl}/events/${event.id}/reserves`,
  };
  const rows: Row[] = [{ type: 1, components: mayReserve && used < sheet.perPerson ? [reserve, page] : [page] }];
  if (mayReserve && own.length > 0) rows.unshift({ type: 1, components: [giveUp] });
  const head = `**${escapeMarkdown(event.title)}**, ${discordTime(event.startsAt, 'F')}`;
  return { content: linesOf(head, lines.filter(Boolean)), components: rows };
}

/** How often, and its SR+. */
function marksOf({ count, plus }: Pick<ReservesView['reserves'][number], 'count' | 'plus'>): string {
  return `${count > 1 ? ` ×${count}` : ''}${plus && plus.value > 0 ? ` +${plus.value}` : ''}`;
}
