/** The options of a command, and what they name: only what the caller may see. Values are not confined to what was offered. */
import { EventListInput, EventRole } from '@guildhall/contracts/event.ts';
import { WishTrack } from '@guildhall/contracts/wish.ts';
import { z } from 'zod';
import { byName } from '../../core/db/by-name.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventRow } from '../../events/event/event.access.ts';
import { listEvents } from '../../events/planning/event-list.queries.ts';
import { type CharacterCandidate, chooseCharacter } from '../../events/signups/choose-character.ts';
import { abilityFor, organizationAccess } from '../../membership/rights/organization.access.ts';
import type { ConnectedGuild, DiscordCaller, LinkedCaller, UserInteraction } from './discord-caller.ts';
import { soleGuild } from './discord-caller.ts';

/** As many as Discord shows. */
export const MOST_CHOICES = 25;

export async function findCharacters(
  { sql }: AppContext,
  { actor, locale }: LinkedCaller,
  event: Pick<EventRow, 'id' | 'organizationId' | 'anyRole'>,
  role: EventRole | null,
  part: string,
): Promise<CharacterCandidate[]> {
  const { candidates } = await chooseCharacter(sql, { userId: actor.userId, locale }, event, role);
  return candidates.filter(({ name }) => containsText(name, part));
}

/** Members, and raiders without an account. */
const NAMED_MEMBERS = query({ id: 'uuid!', name: 'text!' })`
  select who.id, who.name from (
    select u.id, u.display_name as name from current_member m join person u on u.id = m.user_id where m.organization_id = $1
    union
    select r.id, r.name from raider r
    where r.organization_id = $1 and r.user_id is null and r.merged_into_id is null and r.archived_at is null) who
  where strpos(search_key(who.name), search_key($2)) > 0
  order by ${byName('who.name')}, who.id limit ${MOST_CHOICES}`;

/** Others' attendance is for officers, and so are their names here. */
export async function findMembers({ sql }: AppContext, { actor }: LinkedCaller, { id }: ConnectedGuild, part: string) {
  const access = await organizationAccess(sql, actor, id);
  if (!abilityFor(actor, access).can('read', 'OfficerData')) return [];
  return sql.many(NAMED_MEMBERS, [id, part]);
}

export const containsText = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

type CommandAct = Extract<UserInteraction, { type: 2 | 4 }>;

export function commandOptions({ data }: CommandAct): (name: string) => string | undefined {
  const given = new Map(data.options.map(({ name, value }) => [name, String(value ?? '').trim()]));
  return (name) => given.get(name) || undefined;
}

export const roleOption = (option: (name: string) => string | undefined): EventRole | null =>
  EventRole.nullable()
    .catch(null)
    .parse(option('role') ?? null);

/** The guild that is named, or else meant. */
export function guildOption({ guilds }: DiscordCaller, named: string | undefined): ConnectedGuild | undefined {
  if (named === undefined) return soleGuild(guilds);
  const wanted = named.toLowerCase();
  return guilds.find(({ id, alias, name }) => [id, alias, name.toLowerCase()].includes(wanted));
}

const MOST_EVENTS = 100;

export async function listUpcomingEvents(ctx: AppContext, { actor }: LinkedCaller, guild: ConnectedGuild, part = '') {
  const input = EventListInput.parse({ id: guild.id, when: 'upcoming', status: 'published', pageSize: MOST_EVENTS });
  const { events } = await listEvents(ctx, actor, input);
  return events.filter(({ title }) => containsText(title, part));
}

const WITH_RESERVES = query({ id: 'uuid' })`select event_id as id from reserve_sheet where event_id = any($1::uuid[])`;

/** Those among them that have reserves. */
export async function listEventsWithReserves(ctx: AppContext, known: LinkedCaller, guild: ConnectedGuild, part = '') {
  const events = await listUpcomingEvents(ctx, known, guild, part);
  const found = new Set((await ctx.sql.many(WITH_RESERVES, [events.map(({ id }) => id)])).map(({ id }) => id));
  return events.filter(({ id }) => found.has(id));
}

/** Throws ZodError for anything else. */
export const numberOption = (given: string | undefined, max: number): number | null =>
  given === undefined ? null : z.coerce.number().int().min(1).max(max).parse(given);

export const trackOption = (option: (name: string) => string | undefined): WishTrack =>
  WishTrack.catch('any').parse(option('difficulty'));
