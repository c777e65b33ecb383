/** The caller's own wishes on Discord, by hand and by sims, with the verbs of the page. */

import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import {
  PutWishesInput,
  ReadSimInput,
  type WishesView,
  type WishTrack,
  type WishView,
} from '@guildhall/contracts/wish.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Reply, Row } from '@guildhall/discord/interaction.ts';
import type { AppContext } from '../../core/services/context.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { becomeRaider, putWishes } from '../../loot/wishes/change-wishes.ts';
import { readSimReport } from '../../loot/wishes/read-sim-report.ts';
import { getMyWishes } from '../../loot/wishes/wishes.queries.ts';
import { type DiscordWords, discordWords } from '../words/discord.words.ts';
import { mayChange } from './answer-event.ts';
import { MOST_CHOICES } from './command-options.ts';
import type { Attempt, ConnectedGuild, LinkedCaller, UserInteraction } from './discord-caller.ts';
import { namesLocale } from './discord-caller.ts';
import { itemMeant } from './name-item.ts';
import { linesOf } from './reply-lines.ts';

/** One attempt at an interaction of a caller, about their wishes in a guild. */
export type Wishing = { act: UserInteraction; at: LinkedCaller; attempt: Attempt; guild: ConnectedGuild };

const readWishes = (ctx: AppContext, { at, guild }: Wishing): Promise<WishesView> =>
  getMyWishes(ctx, at.actor, { id: guild.id, locale: namesLocale(ctx, at) });

/** The items that the caller has named, in their order, and a select that removes one. */
export async function showWishes(ctx: AppContext, wishing: Wishing): Promise<Reply> {
  const { at, guild } = wishing;
  const { wishes: words, tracks } = discordWords(at.language);
  const { named, wishes } = await readWishes(ctx, wishing);
  const shown = named.map(({ itemId, track }, index) => {
    // One of each item level at which it was simulated, the greatest gain first.
    const ofRank = wishes.filter(({ rank }) => rank === index + 1);
    const [first] = ofRank;
    return {
      itemId,
      track,
      name: first?.item.name ?? `Item ${itemId}`,
      won: ofRank.some(({ fulfilled }) => fulfilled),
      first,
    };
  });
  const lines = shown.map(({ name, track, won, first }, index) => {
    const item = `**${escapeMarkdown(name)}**`;
    const percent = first && isGain(first) ? rounded(first.percent) : null;
    return [
      `${index + 1}. ${percent === null ? item : words.gain({ item, percent })}`,
      tracks[track],
      ...(won ? [words.won] : []),
    ].join(' · ');
  });
  const choices = shown.slice(0, MOST_CHOICES);
  const labels = distinctNames(
    choices.map(({ itemId, track, name }) => ({ name, details: [tracks[track], itemId] })),
    100,
  );
  const options = choices.map(({ itemId, track }, at) => ({
    label: labels[at] ?? '',
    value: `${itemId} ${track}`,
    description: tracks[track],
  }));
  const rows: Row[] = [pageRow(ctx, wishing)];
  const select = { type: 3, custom_id: customId.unwish(guild.id), placeholder: words.remove, options } as const;
  if (options.length > 0) rows.unshift({ type: 1, components: [select] });
  const head = `**${escapeMarkdown(guild.name)}**`;
  return {
    content: lines.length > 0 ? linesOf(`${head} · ${words.mine}`, lines) : linesOf(head, [words.none]),
    components: rows,
  };
}

function pageRow({ config }: AppContext, { at, guild }: Wishing): Row {
  const url = `${config.baseUrl}/g/${guild.alias ?? guild.id}/loot/wishes`;
  return { type: 1, components: [{ type: 2, style: 5, label: discordWords(at.language).buttons.page, url }] };
}

type Wished = { track: WishTrack /** From 1; null for where it is, or the end. */; place: number | null };

export async function wishNamed(ctx: AppContext, wishing: Wishing, typed: string, wished: Wished): Promise<Reply> {
  const { at, guild } = wishing;
  const id = customId.wish(guild.id, wished.track, wished.place);
  const meant = await itemMeant(ctx, at, { organizationId: guild.id, typed, customId: id });
  return 'reply' in meant ? meant.reply : wishFor(ctx, wishing, { ...wished, itemId: meant.item.id });
}

type Named = WishesView['named'];

export const wishFor = (ctx: AppContext, wishing: Wishing, { itemId, track, place }: Wished & { itemId: number }) =>
  changeWishes(ctx, wishing, (named) => {
    const isIt = (one: Named[number]) => one.itemId === itemId && one.track === track;
    const before = named.findIndex(isIt);
    const others = named.filter((one) => !isIt(one));
    const index = place === null ? (before < 0 ? others.length : before) : Math.min(place - 1, others.length);
    return others.toSpliced(index, 0, named[before] ?? { itemId, track, comment: null });
  });

/** Each as a choice of the select has it. */
export const dropWishes = (ctx: AppContext, wishing: Wishing, chosen: readonly string[]) =>
  changeWishes(ctx, wishing, (named) => named.filter(({ itemId, track }) => !chosen.includes(`${itemId} ${track}`)));

/** A repeated request changes nothing. */
async function changeWishes(ctx: AppContext, wishing: Wishing, change: (named: Named) => Named): Promise<Reply> {
  const { at, guild } = wishing;
  if (await mayChange(ctx, wishing)) {
    const { id } = await becomeRaider(ctx, at.actor, { id: guild.id });
    const { named } = await readWishes(ctx, wishing);
    await putWishes(ctx, at.actor, PutWishesInput.parse({ id, wishes: change(named) }));
  }
  return showWishes(ctx, wishing);
}

/** Reads the report that a link leads to, and says what it gains boss by boss. */
export async function readSimFromDiscord(ctx: AppContext, wishing: Wishing, link: string): Promise<Reply> {
  const { at, guild } = wishing;
  if (!(await mayChange(ctx, wishing))) return showWishes(ctx, wishing);
  const words = discordWords(at.language);
  const { id } = await becomeRaider(ctx, at.actor, { id: guild.id });
  const { report, left } = await readSimReport(ctx, at.actor, ReadSimInput.parse({ id, link }));
  const { wishes } = await readWishes(ctx, wishing);
  const { character, spec, tracks, items, inexact } = report;
  const gains = wishes.filter(({ reportId, fulfilled }) => reportId === report.id && fulfilled === null).filter(isGain);
  const about = [
    `**${escapeMarkdown(character)}**`,
    escapeMarkdown(spec.name),
    ...tracks.map((track) => words.tracks[track]),
  ];
  const lines = [
    words.wishes.simRead({ count: items }),
    ...(inexact ? [words.wishes.inexact] : []),
    ...(left > 0 ? [words.wishes.left({ count: left })] : []),
    ...(gains.length > 0 ? bossLines(words, gains) : [words.wishes.noGain]),
  ];
  return { content: linesOf(about.join(' · '), lines), components: [pageRow(ctx, wishing)] };
}

type Gain = WishView & { percent: number };

const isGain = (wish: WishView): wish is Gain => wish.differs === true && (wish.percent ?? 0) > 0;

/** As the page shows it. */
const rounded = (percent: number) => Math.round(percent * 10) / 10;

const MOST_OF_A_BOSS = 5;

/** The boss with the greatest gain first. */
function bossLines({ wishes: words }: DiscordWords, gains: Gain[]): string[] {
  const sorted = gains.toSorted((one, other) => other.percent - one.percent);
  return [...Map.groupBy(sorted, ({ boss }) => boss?.id ?? null).values()].map((ofBoss) => {
    const shown = ofBoss.slice(0, MOST_OF_A_BOSS).map(({ item, itemLevel, percent, catalystOf }) => {
      const name = [escapeMarkdown(item.name), itemLevel].filter(Boolean).join(' ');
      const gain = words.gain({ item: name, percent: rounded(percent) });
      return catalystOf ? `${gain} (${words.fromCatalyst({ item: escapeMarkdown(catalystOf.name) })})` : gain;
    });
    const more = ofBoss.length > shown.length ? [`+${ofBoss.length - shown.length}`] : [];
    return `**${escapeMarkdown(ofBoss[0]?.boss?.name ?? words.noBoss)}**: ${[...shown, ...more].join(', ')}`;
  });
}
