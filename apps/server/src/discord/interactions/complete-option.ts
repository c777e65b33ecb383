/** Completes what people type into the options of a command: only of what they may see. */
import { CraftersInput } from '@guildhall/contracts/crafters.ts';
import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import type { Choice } from '@guildhall/discord/interaction.ts';
import { listCrafters } from '../../armory/crafters/crafters.queries.ts';
import type { AppContext } from '../../core/services/context.ts';
import { itemsOfNightBefore } from './answer-reserves.ts';
import {
  commandOptions,
  containsText,
  detailsOf,
  findCharacters,
  findMembers,
  guildOption,
  LONGEST_CHOICE,
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
  if (focused.name === 'guild') {
    const named = guilds.filter(({ name, alias }) => containsText(`${name} ${alias ?? ''}`, typed));
    return choices(named.map(({ id, name, alias }) => ({ id, name, details: [alias] })));
  }
  const option = commandOptions(act);
  const guild = guildOption(caller, option('guild'));
  if (!guild) return [];
  switch (focused.name) {
    case 'name': {
      const list = act.data.name === 'reserve' ? listEventsWithReserves : listUpcomingEvents;
      const events = await list(ctx, known, guild, typed);
      return choices(events.map(({ id, title, details }) => ({ id, name: title, details })));
    }
    case 'item': {
      const isReserve = act.data.name === 'reserve' && typed === '';
      const items = isReserve
        ? await itemsToReserve(ctx, known, guild, option('name'))
        : await itemsNamed(ctx, known, guild.id, typed);
      return choices(items.map(({ id, name }) => ({ id: String(id), name, details: [id] })));
    }
    case 'character': {
      const id = Id.safeParse(option('name'));
      if (!id.success) return [];
      const { seen } = await callerAtEvent(ctx, known, id.data);
      const role = roleOption(option);
      const characters = await findCharacters(ctx, known, seen.event, role, typed);
      return choices(characters.map(({ id, ...one }) => ({ id, name: one.name, details: detailsOf(one) })));
    }
    case 'recipe':
      return recipes(ctx, known, guild, typed);
    case 'member': {
      const members = await findMembers(ctx, known, guild, typed);
      return choices(members.map(({ id, name, main }) => ({ id, name, details: [main] })));
    }
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

type Found = { id: string; name: string; details?: (string | number | null)[] };

function choices(found: Found[]): Choice[] {
  const shown = found.slice(0, MOST_CHOICES);
  const names = distinctNames(shown, LONGEST_CHOICE);
  return shown.map(({ id, name }, index) => ({ name: names[index] ?? name, value: id.slice(0, 100) }));
}
