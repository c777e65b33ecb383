/** Reads what somebody typed into the options of a command. */
import { EventListInput } from '@guildhall/contracts/event.ts';
import type { AppContext } from '../../core/services/context.ts';
import { listEvents } from '../../events/planning/event-list.queries.ts';
import type { Known } from './event-of.ts';
import { type Act, type ConnectedGuild, meantGuild, type Presser } from './presser.ts';

type CommandAct = Extract<Act, { type: 2 | 4 }>;

/** Values are not confined to what was offered. */
export function optionsOf({ data }: CommandAct): (name: string) => string | undefined {
  const given = new Map(data.options.map(({ name, value }) => [name, String(value ?? '').trim()]));
  return (name) => given.get(name) || undefined;
}

/** The guild that is named, or else meant. */
export function guildOf({ guilds }: Presser, named: string | undefined): ConnectedGuild | undefined {
  if (named === undefined) return meantGuild(guilds);
  const wanted = named.toLowerCase();
  return guilds.find(({ id, alias, name }) => [id, alias, name.toLowerCase()].includes(wanted));
}

const MOST = 100;

export async function upcoming(ctx: AppContext, { actor }: Known, guild: ConnectedGuild, part = '') {
  const input = EventListInput.parse({ id: guild.id, when: 'upcoming', status: 'published', pageSize: MOST });
  const { events } = await listEvents(ctx, actor, input);
  return events.filter(({ title }) => title.toLowerCase().includes(part.toLowerCase()));
}
