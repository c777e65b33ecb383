/** Items that a caller names on Discord: by a choice, by their number, or by a part of their name. */
import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import type { ItemRef } from '@guildhall/contracts/item.ts';
import { FindItemsInput } from '@guildhall/contracts/reserve.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Reply } from '@guildhall/discord/interaction.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { AppContext } from '../../core/services/context.ts';
import { findItems } from '../../loot/reserves/find-items.ts';
import { discordWords } from '../words/discord.words.ts';
import { LONGEST_CHOICE, MOST_CHOICES } from './command-options.ts';
import { type LinkedCaller, namesLocale } from './discord-caller.ts';

/** At most as many as Discord lets people choose from. */
export async function itemsNamed(
  ctx: AppContext,
  known: LinkedCaller,
  organizationId: string,
  typed: string,
): Promise<ItemRef[]> {
  const input = FindItemsInput.safeParse({ id: organizationId, q: typed, locale: namesLocale(ctx, known) });
  if (!input.success) return [];
  const { items } = await findItems(ctx, known.actor, input.data);
  return items.slice(0, MOST_CHOICES);
}

type Meant = { item: ItemRef } | { reply: Reply };

/** The one item that is meant; otherwise a question, whose answer comes back under `customId`. */
export async function itemMeant(
  ctx: AppContext,
  known: LinkedCaller,
  { organizationId, typed, customId }: { organizationId: string; typed: string; customId: string },
): Promise<Meant> {
  const { items: words } = discordWords(known.language);
  const found = await itemsNamed(ctx, known, organizationId, typed);
  const exact = found.filter(({ id, name }) => String(id) === typed || fold(name) === fold(typed));
  const [item, ...others] = exact.length > 0 ? exact : found;
  if (!item) return { reply: { content: words.none({ text: escapeMarkdown(typed.toWellFormed()) }) } };
  if (others.length === 0) return { item };
  const meant = [item, ...others];
  const labels = distinctNames(
    meant.map(({ id, name }) => ({ name, details: [id] })),
    LONGEST_CHOICE,
  );
  const options = meant.map(({ id, name }, index) => ({ label: labels[index] ?? name, value: String(id) }));
  const select = { type: 3, custom_id: customId, placeholder: words.placeholder, options } as const;
  return { reply: { content: words.which, components: [{ type: 1, components: [select] }] } };
}
