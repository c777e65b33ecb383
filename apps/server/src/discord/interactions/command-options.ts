/** Reads the options of a command, and completes what people type into them: only of what they may see. */

import { CraftersInput } from '@guildhall/contracts/crafters.ts';
import { EventListInput, EventRole } from '@guildhall/contracts/event.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import type { Choice } from '@guildhall/discord/interaction.ts';
import { byName } from '../../core/db/by-name.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { listCrafters } from '../../crafters/crafters.queries.ts';
import type { EventRow } from '../../events/event/event.access.ts';
import { listEvents } from '../../events/planning/event-list.queries.ts';
import { organizationAccess } from '../../rights/organization.access.ts';
import { abilityFor } from '../../rights/organization.rules.ts';
import { cut } from '../event-posts/cut-text.ts';
import { type Candidate, chooseCharacter } from './choose-character.ts';
import { eventOf, type Known } from './event-of.ts';
import { type Act, type ConnectedGuild, meantGuild, type Presser, presserOf } from './presser.ts';

const MOST = 25;

export async function completeOption(ctx: AppContext, act: Extract<Act, { type: 4 }>): Promise<Choice[]> {
  const presser = await presserOf(ctx.sql, act);
  const { actor, guilds } = presser;
  const focused = act.data.options.find((option) => option.focused);
  if (!actor || !focused) return [];
  const typed = String(focused.value ?? '').trim();
  const known: Known = { ...presser, actor };
  if (focused.name === 'guild') return choices(guilds.filter(({ name }) => includes(name, typed)));
  const option = optionsOf(act);
  const guild = guildOf(presser, option('guild'));
  if (!guild) return [];
  switch (focused.name) {
    case 'name':
      return choices((await upcoming(ctx, known, guild, typed)).map(({ id, title }) => ({ id, name: title })));
    case 'character': {
      const id = Id.safeParse(option('name'));
      if (!id.success) return [];
      const { seen } = await eventOf(ctx, known, id.data);
      const role = roleOf(option);
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

export async function findCharacters(
  { sql }: AppContext,
  { actor, locale }: Known,
  event: Pick<EventRow, 'id' | 'organizationId' | 'anyRole'>,
  role: EventRole | null,
  part: string,
): Promise<Candidate[]> {
  const { candidates } = await chooseCharacter(sql, { userId: actor.userId, locale }, event, role);
  return candidates.filter(({ name }) => includes(name, part));
}

const MEMBERS = query({ id: 'uuid', name: 'text' })`
  select u.id, u.display_name as name from current_member m join person u on u.id = m.user_id
  where m.organization_id = $1 and strpos(lower(u.display_name), lower($2)) > 0
  order by ${byName('u.display_name')}, u.id limit ${MOST}`;

/** Others' attendance is for officers, and so are their names here. */
export async function findMembers({ sql }: AppContext, { actor }: Known, { id }: ConnectedGuild, part: string) {
  const access = await organizationAccess(sql, actor, id);
  if (!abilityFor(actor, access).can('read', 'OfficerData')) return [];
  return sql.many(MEMBERS, [id, part]);
}

async function recipes(ctx: AppContext, known: Known, guild: ConnectedGuild, typed: string): Promise<Choice[]> {
  const locale = ctx.config.locales.find((name) => name === known.locale) ?? 'en_US';
  const input = CraftersInput.safeParse({ id: guild.id, search: typed, locale, pageSize: 50 });
  if (typed === '' || !input.success) return [];
  const { crafters } = await listCrafters(ctx, known.actor, input.data);
  const names = new Set(crafters.flatMap((crafter) => crafter.recipes.map(({ name }) => name)));
  return choices([...names].map((name) => ({ id: name, name })));
}

const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const choices = (found: { id: string; name: string }[]): Choice[] =>
  found.slice(0, MOST).map(({ id, name }) => ({ name: cut(name, 100), value: id.slice(0, 100) }));

type CommandAct = Extract<Act, { type: 2 | 4 }>;

/** Values are not confined to what was offered. */
export function optionsOf({ data }: CommandAct): (name: string) => string | undefined {
  const given = new Map(data.options.map(({ name, value }) => [name, String(value ?? '').trim()]));
  return (name) => given.get(name) || undefined;
}

export const roleOf = (option: (name: string) => string | undefined): EventRole | null =>
  EventRole.nullable()
    .catch(null)
    .parse(option('role') ?? null);

/** The guild that is named, or else meant. */
export function guildOf({ guilds }: Presser, named: string | undefined): ConnectedGuild | undefined {
  if (named === undefined) return meantGuild(guilds);
  const wanted = named.toLowerCase();
  return guilds.find(({ id, alias, name }) => [id, alias, name.toLowerCase()].includes(wanted));
}

const MOST_EVENTS = 100;

export async function upcoming(ctx: AppContext, { actor }: Known, guild: ConnectedGuild, part = '') {
  const input = EventListInput.parse({ id: guild.id, when: 'upcoming', status: 'published', pageSize: MOST_EVENTS });
  const { events } = await listEvents(ctx, actor, input);
  return events.filter(({ title }) => title.toLowerCase().includes(part.toLowerCase()));
}
