/** Completes what people type into the options of a command: only of what they may see. */
import { CraftersInput } from '@guildhall/contracts/crafters.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import type { Choice } from '@guildhall/discord/interaction.ts';
import { listCrafters } from '../../armory/crafters/crafters.queries.ts';
import { truncate } from '../../core/cut-text.ts';
import type { AppContext } from '../../core/services/context.ts';
import { itemsOfNightBefore } from './answer-reserves.ts';
import {
  commandOptions,
  containsText,
  findCharacters,
  findMembers,
  guildOption,
  listEventsWithReserves,
  listUpcomingEvents,
  MOST_CHOICES,
  roleOption,
} from './command-options.ts';
import {
  type ConnectedGuild,
  callerAtEvent,
  discordCallerOf,
  type LinkedCaller,
  namesLocale,
  type UserInteraction,
} from './discord-caller.ts';
import { itemsNamed } from './name-item.ts';

export async function completeOption(ctx: AppContext, act: Extract<UserInteraction, { type: 4 }>): Promise<Choice[]> {
  const caller = await discordCallerOf(ctx.sql, act);
  const { actor, guilds } = caller;
  const focused = act.data.options.find((option) => option.focused);
  if (!actor || !focused) return [];
  const typed = String(focused.value ?? '').trim();
  const known: LinkedCaller = { ...caller, actor };
  if (focused.name === 'guild') return choices(guilds.filter(({ name }) => containsText(name, typed)));
  const option = commandOptions(act);
  const guild = guildOption(caller, option('guild'));
  if (!guild) return [];
  switch (focused.name) {
    case 'name': {
      const list = act.data.name === 'reserve' ? listEventsWithReserves : listUpcomingEvents;
      return choices((await list(ctx, known, guild, typed)).map(({ id, title }) => ({ id, name: title })));
    }
    case 'item': {
      const isReserve = act.data.name === 'reserve' && typed === '';
      const items = isReserve
        ? await itemsToReserve(ctx, known, guild, option('name'))
        : await itemsNamed(ctx, known, guild.id, typed);
      return choices(items.map(({ id, name }) => ({ id: String(id), name })));
    }
    case 'character': {
      const id = Id.safeParse(option('name'));
      if (!id.success) return [];
      const { seen } = await callerAtEvent(ctx, known, id.data);
      const role = roleOption(option);
      return choices(await findCharacters(ctx, known, seen.event, role, typed));
    }
    case 'recipe':
      return recipes(ctx, known, guild, typed);
    case 'member':
      return choices(await findMembers(ctx, known, guild, typed));
    default:
      return [];
  }
}

/** Before anything is typed. */
async function itemsToReserve(ctx: AppContext, known: LinkedCaller, guild: ConnectedGuild, named: string | undefined) {
  const id = Id.safeParse(named).data ?? (await listEventsWithReserves(ctx, known, guild, named))[0]?.id;
  return id === undefined ? [] : itemsOfNightBefore(ctx, await callerAtEvent(ctx, known, id));
}

async function recipes(ctx: AppContext, known: LinkedCaller, guild: ConnectedGuild, typed: string): Promise<Choice[]> {
  const input = CraftersInput.safeParse({ id: guild.id, search: typed, locale: namesLocale(ctx, known), pageSize: 50 });
  if (typed === '' || !input.success) return [];
  const { crafters } = await listCrafters(ctx, known.actor, input.data);
  const names = new Set(crafters.flatMap((crafter) => crafter.recipes.map(({ name }) => name)));
  return choices([...names].map((name) => ({ id: name, name })));
}

const choices = (found: { id: string; name: string }[]): Choice[] =>
  found.slice(0, MOST_CHOICES).map(({ id, name }) => ({ name: truncate(name, 100), value: id.slice(0, 100) }));
