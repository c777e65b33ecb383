/** Answers the commands of `commands.ts`: each asks or changes what a page does, with the same verbs and rights. */
import { AddAbsenceInput } from '@guildhall/contracts/absence.ts';
import { AttendanceStatsInput } from '@guildhall/contracts/attendance.ts';
import { CraftersInput } from '@guildhall/contracts/crafters.ts';
import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import { EventListInput, type EventRole } from '@guildhall/contracts/event.ts';
import { RosterInput } from '@guildhall/contracts/organization.ts';
import { pointsOf } from '@guildhall/contracts/point-price.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { MAX_RESERVES } from '@guildhall/contracts/reserve.ts';
import { MAX_WISHES } from '@guildhall/contracts/wish.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Button, Reply, Row } from '@guildhall/discord/interaction.ts';
import { listCrafters } from '../../armory/crafters/crafters.queries.ts';
import type { AppContext } from '../../core/services/context.ts';
import { addAbsence } from '../../events/absences/change-absences.ts';
import { attendanceStats } from '../../events/attendance/attendance-stats.queries.ts';
import { personTimeZone } from '../../events/event/event-times.ts';
import { listEvents } from '../../events/planning/event-list.queries.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { listRoster, rosterViewer } from '../../guilds/roster/roster.queries.ts';
import { ownStandings } from '../../loot/points/points.queries.ts';
import { rosterAccess } from '../../membership/rights/organization.access.ts';
import { type DiscordWords, discordWords } from '../words/discord.words.ts';
import { askToLink, discordTime, mayChange, showEvent, signUpFromDiscord } from './answer-event.ts';
import { reserveNamed, showReserves } from './answer-reserves.ts';
import { showStranger } from './answer-stranger.ts';
import { readSimFromDiscord, showWishes, wishNamed } from './answer-wishes.ts';
import {
  clockOf,
  commandOptions,
  findCharacters,
  findMembers,
  guildOption,
  listEventsWithReserves,
  listUpcomingEvents,
  numberOption,
  type OfferedEvent,
  offered,
  roleOption,
  trackOption,
} from './command-options.ts';
import type { Attempt } from './discord-caller.ts';
import {
  type CallerAtEvent,
  type ConnectedGuild,
  callerAtEvent,
  type DiscordCaller,
  type LinkedCaller,
  namesLocale,
  type UserInteraction,
} from './discord-caller.ts';
import { linesOf } from './reply-lines.ts';

export async function answerCommand(
  ctx: AppContext,
  act: Extract<UserInteraction, { type: 2 }>,
  caller: DiscordCaller,
  attempt: Attempt,
): Promise<Reply> {
  const words = discordWords(caller.language);
  const { actor } = caller;
  const option = commandOptions(act);
  const named = option('guild');
  const { name } = act.data;
  const stranger = name === 'me' ? await showStranger(ctx, caller, named) : null;
  if (!actor) return stranger ?? askToLink(ctx, caller);
  const known: LinkedCaller = { ...caller, actor };
  const guild = guildOption(caller, named);
  // These mean the person; an absence is from one guild only where that is named.
  if (name === 'me') {
    const linked = words.guest.linked({ name: escapeMarkdown(actor.displayName) });
    return { ...stranger, content: [linked, stranger?.content].filter(Boolean).join('\n') };
  }
  if (name === 'absence' && named === undefined) return beAway(ctx, { act, at: known, attempt, guild: null }, option);
  if (!guild) return noGuild(ctx, caller);
  switch (name) {
    case 'absence':
      return beAway(ctx, { act, at: known, attempt, guild }, option);
    case 'events':
      return replyWithEvents(ctx, known, guild);
    case 'event':
      return withEvent(ctx, known, guild, option('name'), (at) => showEvent(ctx, at));
    case 'signup':
      return withEvent(ctx, known, guild, option('name'), async (at) => {
        const role = roleOption(option);
        const characterId = await characterOf(ctx, at, role, option('character'));
        return signUpFromDiscord(ctx, { act, at, attempt }, { role, characterId });
      });
    case 'roster':
      return replyWithRoster(ctx, known, guild, { search: option('search'), rank: option('rank') });
    case 'whocan':
      return listedCrafters(ctx, known, guild, option('recipe') ?? '');
    case 'attendance':
      return attendanceOf(ctx, known, guild, option('member'));
    case 'points':
      return replyWithPoints(ctx, known, guild);
    case 'sim':
      return readSimFromDiscord(ctx, { act, at: known, attempt, guild }, option('link') ?? '');
    case 'wish': {
      const wishing = { act, at: known, attempt, guild };
      const item = option('item');
      if (item === undefined) return showWishes(ctx, wishing);
      const place = numberOption(option('place'), MAX_WISHES);
      return wishNamed(ctx, wishing, item, { track: trackOption(option), place });
    }
    case 'reserve': {
      const item = option('item');
      const count = numberOption(option('count'), MAX_RESERVES);
      const answer = (at: CallerAtEvent) =>
        item === undefined ? showReserves(ctx, at) : reserveNamed(ctx, { act, at, attempt }, { typed: item, count });
      return withEvent(ctx, known, guild, option('name'), answer, WITH_RESERVES);
    }
    default:
      return { content: words.refusals.outOfDate };
  }
}

function noGuild({ config }: AppContext, { guilds, isDirect, language }: DiscordCaller): Reply {
  const { refusals, buttons } = discordWords(language);
  if (guilds.length > 1) return { content: isDirect ? refusals.whichOfYours : refusals.whichGuild };
  if (!isDirect) return { content: refusals.noServer };
  const page: Button = { type: 2, style: 5, label: buttons.page, url: config.baseUrl };
  return { content: refusals.noGuild, components: [{ type: 1, components: [page] }] };
}

/** The events that a command means, and what a press on one of several opens. */
type Among = {
  list: typeof listUpcomingEvents;
  none: (words: DiscordWords) => string;
  opens: (eventId: string) => string;
};
const UPCOMING: Among = { list: listUpcomingEvents, none: ({ lists }) => lists.noEvents, opens: customId.event };
const WITH_RESERVES: Among = {
  list: listEventsWithReserves,
  none: ({ reserves }) => reserves.noList,
  opens: customId.reserves,
};

/** By its id, else by a part of its title; the next one if nothing is named. Several are asked back. */
async function withEvent(
  ctx: AppContext,
  known: LinkedCaller,
  guild: ConnectedGuild,
  named: string | undefined,
  answer: (at: CallerAtEvent) => Promise<Reply>,
  { list, none, opens } = UPCOMING,
): Promise<Reply> {
  const words = discordWords(known.language);
  const { lists } = words;
  const id = Id.safeParse(named);
  if (id.success) return answer(await callerAtEvent(ctx, known, id.data));
  const found = await list(ctx, known, guild, named);
  const [first, ...others] = named === undefined ? found.slice(0, 1) : found;
  if (!first) return { content: named === undefined ? none(words) : lists.noEvent({ text: escapeMarkdown(named) }) };
  if (others.length === 0) return answer(await callerAtEvent(ctx, known, first.id));
  return { content: lists.whichEvent, components: openings(found, opens) };
}

/** A text that names none of their characters is passed on, and refused as an unknown one. */
async function characterOf(
  ctx: AppContext,
  at: CallerAtEvent,
  role: EventRole | null,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined || Id.safeParse(named).success) return named;
  const found = await findCharacters(ctx, at, at.seen.event, role, named);
  return found.length === 1 ? found[0]?.id : 'ask';
}

/** `guild`: away from this one alone; null for all guilds. */
type Away = { act: UserInteraction; at: LinkedCaller; attempt: Attempt; guild: ConnectedGuild | null };

async function beAway(ctx: AppContext, away: Away, option: (name: string) => string | undefined): Promise<Reply> {
  const { at, guild } = away;
  const { lists } = discordWords(at.language);
  const from = option('from') ?? '';
  const days = { from, to: option('to') ?? from, note: option('note') ?? null };
  const input = AddAbsenceInput.safeParse({ ...days, organizationId: guild?.id ?? null });
  if (!input.success) return { content: lists.wrongDays };
  const { to } = input.data;
  const said = (declined: number): Reply => {
    const text = lists.away({ from, to, declined });
    return { content: guild ? `**${escapeMarkdown(guild.name)}** · ${text}` : text };
  };
  if (!(await mayChange(ctx, away))) return said(0);
  const { declinedEvents } = await addAbsence(ctx, at.actor, input.data, null);
  return said(declinedEvents.length);
}

async function attendanceOf(
  ctx: AppContext,
  known: LinkedCaller,
  guild: ConnectedGuild,
  named: string | undefined,
): Promise<Reply> {
  const { lists } = discordWords(known.language);
  if (named === undefined) return shownAttendance(ctx, known, guild, known.actor.userId);
  if (Id.safeParse(named).success) return shownAttendance(ctx, known, guild, named);
  const [first, ...others] = await findMembers(ctx, known, guild, named);
  if (!first || others.length > 0) return { content: lists.nobody };
  return shownAttendance(ctx, known, guild, first.id);
}

// Lists that people ask for by a command, a page at a time; only the caller sees them.

const EVENTS = 10;
const MEMBERS = 20;

export async function replyWithEvents(
  ctx: AppContext,
  { actor, language }: LinkedCaller,
  guild: ConnectedGuild,
  { page = 1 } = {},
): Promise<Reply> {
  const words = discordWords(language);
  const input = EventListInput.parse({ id: guild.id, when: 'upcoming', status: 'published', page, pageSize: EVENTS });
  const { events, pagination } = await listEvents(ctx, actor, input);
  if (events.length === 0) return { content: words.lists.noEvents };
  const lines = events.map((event) => {
    const mine = event.mine ? ` · ${words.lists.status[event.mine.status]}` : '';
    return `**${escapeMarkdown(event.title)}** ${discordTime(event.startsAt, 'F')} · ${event.counts.signedUp} ✓${mine}`;
  });
  const clock = clockOf(language, await personTimeZone(ctx.sql, actor.userId));
  const opened = openings(events.map(({ id, title, startsAt }) => ({ id, title, details: clock(startsAt) })));
  return {
    content: linesOf(`**${escapeMarkdown(guild.name)}**`, lines),
    components: rowsOf([
      ...opened.map(({ components }) => components),
      turning(words.buttons, pagination, (to) => customId.page('events', guild.id, to)),
    ]),
  };
}

/** Discord shows five rows of five; one is for turning pages. */
const MOST_OPENINGS = 20;
const A_ROW = 5;

function openings(events: OfferedEvent[], opens = customId.event): { type: 1; components: Button[] }[] {
  const shown = events.slice(0, MOST_OPENINGS);
  const labels = distinctNames(offered(shown), 80);
  const buttons = shown.map(
    ({ id, title }, index): Button => ({ type: 2, style: 2, label: labels[index] ?? title, custom_id: opens(id) }),
  );
  const rows = Array.from({ length: Math.ceil(buttons.length / A_ROW) }, (_, row) => row * A_ROW);
  return rows.map((from) => ({ type: 1, components: buttons.slice(from, from + A_ROW) }));
}

type Wanted = { page?: number; search?: string | undefined; rank?: string | undefined };

export async function replyWithRoster(
  ctx: AppContext,
  { actor, language }: LinkedCaller,
  guild: ConnectedGuild,
  { page = 1, search, rank }: Wanted = {},
): Promise<Reply> {
  const { lists, buttons } = discordWords(language);
  const input = RosterInput.parse({ id: guild.id, page, pageSize: MEMBERS, search, rank });
  const access = await rosterAccess(ctx.sql, actor, guild.id, 'read');
  const { members, pagination } = await listRoster(ctx, guild.id, rosterViewer(actor, access), input);
  if (members.length === 0) return { content: lists.nobody };
  const labels = distinctNames(members.map(({ name, realm }) => ({ name, details: [realm.name] })));
  const lines = members.map((member, index) => {
    const facts = [member.class.name, member.itemLevel ?? member.level, member.rankName].map(String);
    return [`**${escapeMarkdown(labels[index] ?? member.name)}**`, ...facts.map(escapeMarkdown)].join(' · ');
  });
  const isWhole = search === undefined && rank === undefined;
  const turns = isWhole ? turning(buttons, pagination, (to) => customId.page('roster', guild.id, to)) : [];
  const head = `**${escapeMarkdown(guild.name)}** · ${lists.members({ count: pagination.total })}`;
  return { content: linesOf(head, lines), components: rowsOf([turns]) };
}

async function listedCrafters(
  ctx: AppContext,
  known: LinkedCaller,
  guild: ConnectedGuild,
  search: string,
): Promise<Reply> {
  const { lists } = discordWords(known.language);
  const input = CraftersInput.parse({ id: guild.id, search, locale: namesLocale(ctx, known), pageSize: MEMBERS });
  const { crafters } = await listCrafters(ctx, known.actor, input);
  if (crafters.length === 0) return { content: lists.noCrafter({ text: escapeMarkdown(search) }) };
  // The list has an entry for each profession of a character.
  const byCharacter = [...Map.groupBy(crafters, ({ character }) => character.id).values()];
  const labels = distinctNames(
    byCharacter.flatMap(([first]) => {
      if (!first) return [];
      const { character, user } = first;
      return { name: `${character.name} (${user.displayName})`, details: [character.realm?.name] };
    }),
  );
  const lines = byCharacter.map((all, index) => {
    const names = all.flatMap(({ recipes, profession }) =>
      recipes.length > 0 ? recipes.map(({ name }) => name) : [profession.name],
    );
    const shown = [...new Set(names)].slice(0, 3).map(escapeMarkdown).join(', ');
    return `**${escapeMarkdown(labels[index] ?? '')}** · ${shown}`;
  });
  return { content: linesOf(lists.crafters({ text: escapeMarkdown(search) }), lines) };
}

async function shownAttendance(
  ctx: AppContext,
  known: LinkedCaller,
  guild: ConnectedGuild,
  memberId: string,
): Promise<Reply> {
  const { lists } = discordWords(known.language);
  const input = AttendanceStatsInput.parse({ id: guild.id, explain: memberId });
  const [member] = await attendanceStats(ctx, known.actor, input);
  if (!member || member.rate === null) return { content: lists.noAttendance };
  const { user, raider, rate, eventsCounted, present, late, benched, missed, noShow } = member;
  return {
    content: lists.attendance({
      name: escapeMarkdown(user?.displayName ?? raider?.name ?? '–'),
      percent: Math.round(rate * 100),
      events: eventsCounted,
      there: present + late + benched,
      late,
      missed: missed + noShow,
    }),
  };
}

/** The asker's own points in each pool. */
async function replyWithPoints(
  ctx: AppContext,
  { actor, language }: LinkedCaller,
  guild: ConnectedGuild,
): Promise<Reply> {
  const { lists } = discordWords(language);
  const standings = await ownStandings(ctx, actor, guild.id);
  if (standings.length === 0) return { content: lists.noPoints };
  const lines = standings.map(({ pool, place, of, points, gp }) => {
    const amount = (units: number) => pointsOf(units, pool.decimals);
    const has =
      gp === null
        ? lists.points({ points: amount(points) })
        : lists.effortAndGear({ ep: amount(points), gp: amount(gp) });
    const stands = place === null ? lists.noPlace : lists.place({ place, of });
    return [`**${escapeMarkdown(pool.name)}**`, has, stands].join(' · ');
  });
  return { content: linesOf(`**${escapeMarkdown(guild.name)}**`, lines) };
}

type Pages = { page: number; totalPages: number };
type TurnLabels = { back: string; forward: string };

function turning({ back, forward }: TurnLabels, { page, totalPages }: Pages, idOf: (page: number) => string): Button[] {
  const turn = (label: string, to: number): Button => ({ type: 2, style: 2, label, custom_id: idOf(to) });
  return [...(page > 1 ? [turn(back, page - 1)] : []), ...(page < totalPages ? [turn(forward, page + 1)] : [])];
}

const rowsOf = (rows: Button[][]): Row[] =>
  rows.filter(({ length }) => length > 0).map((components) => ({ type: 1, components }));
