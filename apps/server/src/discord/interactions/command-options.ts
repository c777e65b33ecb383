/** The options of a command, and what they name: only what the caller may see. Values are not confined to what was offered. */
import { EventListInput, EventRole } from '@guildhall/contracts/event.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
import { WishTrack } from '@guildhall/contracts/wish.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { z } from 'zod';
import { byName } from '../../core/db/by-name.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import type { EventRow } from '../../events/event/event.access.ts';
import { personTimeZone } from '../../events/event/event-times.ts';
import { listEvents } from '../../events/planning/event-list.queries.ts';
import { type CharacterCandidate, chooseCharacter } from '../../events/signups/choose-character.ts';
import { abilityFor, organizationAccess } from '../../membership/rights/organization.access.ts';
import type { ConnectedGuild, DiscordCaller, LinkedCaller, UserInteraction } from './discord-caller.ts';
import { soleGuild } from './discord-caller.ts';

/** As many as Discord shows. */
export const MOST_CHOICES = 25;
/** The most characters of a choice. */
export const LONGEST_CHOICE = 100;

export async function findCharacters(
  { sql }: AppContext,
  { actor, locale }: LinkedCaller,
  event: Pick<EventRow, 'id' | 'organizationId' | 'anyRole'>,
  role: EventRole | null,
  part: string,
): Promise<CharacterCandidate[]> {
  const { candidates } = await chooseCharacter(sql, { userId: actor.userId, locale }, event, role);
  return candidates.filter(({ name, realm, className }) => containsText([name, realm, className].join(' '), part));
}

/** Tells characters of one name apart. */
export const detailsOf = ({ realm, className, level }: Pick<CharacterCandidate, 'realm' | 'className' | 'level'>) => [
  realm,
  className,
  level,
];

/** Members, and raiders without an account. */
const NAMED_MEMBERS = query({ id: 'uuid!', name: 'text!', main: 'text?' })`
  select who.id, who.name, f.name || '-' || f.realm as main from (
    select u.id, u.display_name as name, r.id as raider_id from current_member m join person u on u.id = m.user_id
    left join raider r on r.organization_id = m.organization_id and r.user_id = u.id where m.organization_id = $1
    union
    select r.id, r.name, r.id from raider r
    where r.organization_id = $1 and r.user_id is null and r.merged_into_id is null and r.archived_at is null) who
  left join lateral (
    select f.name, f.realm from raider_family f where f.organization_id = $1 and f.raider_id = who.raider_id
    order by f.is_main desc, f.level desc nulls last, f.character_id, f.raider_character_id limit 1) f on true
  where strpos(search_key(who.name), search_key($2)) > 0 or strpos(search_key(f.name || '-' || f.realm), search_key($2)) > 0
  order by ${byName('who.name')}, who.id limit ${MOST_CHOICES}`;

/** Others' attendance is for officers, and so are their names here. */
export async function findMembers({ sql }: AppContext, { actor }: LinkedCaller, { id }: ConnectedGuild, part: string) {
  const access = await organizationAccess(sql, actor, id);
  if (!abilityFor(actor, access).can('read', 'OfficerData')) return [];
  return sql.many(NAMED_MEMBERS, [id, part]);
}

/** Whether the text has each word of the part, without case and accents: people can go on typing what tells two names apart. */
export function containsText(text: string, part: string): boolean {
  const whole = nameKey(text);
  return nameKey(part)
    .split(/[ ·,()]+/)
    .every((word) => whole.includes(word));
}

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
  const wanted = fold(named);
  const found = guilds.filter(({ id, alias, name }) =>
    [id, alias, name].some((known) => known && fold(known) === wanted),
  );
  // Several guilds may have that name, and the alias of one may be the name of another.
  const byKey = found.find(({ id, alias }) => [id, alias].includes(named.toLowerCase()));
  return byKey ?? (found.length === 1 ? found[0] : undefined);
}

const EVENTS_A_PAGE = 100;
/** So many are read within the three seconds that Discord waits. */
const MOST_PAGES = 5;

/** An event that a list offers, and what tells it apart from others of its title. */
export type OfferedEvent = { id: string; title: string; details: string[] };

/** The next ones whose title, day or hour has what was typed, on the clock of the caller: at most as many as Discord shows. */
export async function listUpcomingEvents(
  ctx: AppContext,
  { actor, language }: LinkedCaller,
  guild: ConnectedGuild,
  part = '',
  only?: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<OfferedEvent[]> {
  const clock = clockOf(language, await personTimeZone(ctx.sql, actor.userId));
  const found: OfferedEvent[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const asked = { id: guild.id, when: 'upcoming', status: 'published', page, pageSize: EVENTS_A_PAGE };
    const { events, pagination } = await listEvents(ctx, actor, EventListInput.parse(asked));
    const named = events
      .map(({ id, title, startsAt }) => ({ id, title, details: clock(startsAt) }))
      .filter(({ title, details }) => containsText([title, ...details].join(' '), part));
    const kept = await only?.(named.map(({ id }) => id));
    found.push(...named.filter(({ id }) => kept?.has(id) ?? true));
    if (found.length >= MOST_CHOICES || page >= pagination.totalPages) break;
  }
  return found.slice(0, MOST_CHOICES);
}

/** Day and hour, and the date with its year for what is a year apart. */
export function clockOf(language: Language, timeZone: string): (startsAt: string) => string[] {
  const day = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const short = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...day, timeZone });
  const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  return (startsAt) => [short.format(new Date(startsAt)), date.format(new Date(startsAt))];
}

export const offered = (events: readonly OfferedEvent[]) =>
  events.map(({ title, details }) => ({ name: title, details }));

const WITH_RESERVES = query({ id: 'uuid' })`select event_id as id from reserve_sheet where event_id = any($1::uuid[])`;

/** Those among them that have reserves. */
export async function listEventsWithReserves(ctx: AppContext, known: LinkedCaller, guild: ConnectedGuild, part = '') {
  return listUpcomingEvents(
    ctx,
    known,
    guild,
    part,
    async (ids) => new Set((await ctx.sql.many(WITH_RESERVES, [ids])).map(({ id }) => id)),
  );
}

/** Throws ZodError for anything else. */
export const numberOption = (given: string | undefined, max: number): number | null =>
  given === undefined ? null : z.coerce.number().int().min(1).max(max).parse(given);

export const trackOption = (option: (name: string) => string | undefined): WishTrack =>
  WishTrack.catch('any').parse(option('difficulty'));
