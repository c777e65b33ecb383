/** Lists that people ask for by a command, a page at a time; nobody else sees them. */
import { AttendanceStatsInput } from '@guildhall/contracts/attendance.ts';
import { CraftersInput } from '@guildhall/contracts/crafters.ts';
import { EventListInput, type EventView } from '@guildhall/contracts/event.ts';
import { RosterInput } from '@guildhall/contracts/organization.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Button, Reply, Row } from '@guildhall/discord/interaction.ts';
import { attendanceStats } from '../../attendance/attendance-stats.queries.ts';
import { customId } from '../../chat/custom-id.ts';
import type { AppContext } from '../../core/services/context.ts';
import { listCrafters } from '../../crafters/crafters.queries.ts';
import { listEvents } from '../../events/planning/event-list.queries.ts';
import { rosterAccess } from '../../guilds/guild-roster.ts';
import { listRoster, rosterViewer } from '../../roster/roster.queries.ts';
import { cut } from '../event-posts/cut-text.ts';
import { discordWords } from '../words/words.ts';
import type { Known } from './event-of.ts';
import { instant } from './event-replies.ts';
import type { ConnectedGuild } from './presser.ts';

/** Discord shows at most 2,000 characters. */
const LONGEST = 1_900;
const EVENTS = 10;
const MEMBERS = 20;

export async function listedEvents(
  ctx: AppContext,
  { actor, language }: Known,
  guild: ConnectedGuild,
  { page = 1 } = {},
): Promise<Reply> {
  const words = discordWords(language);
  const input = EventListInput.parse({ id: guild.id, when: 'upcoming', status: 'published', page, pageSize: EVENTS });
  const { events, pagination } = await listEvents(ctx, actor, input);
  if (events.length === 0) return { content: words.lists.noEvents };
  const lines = events.map((event) => {
    const mine = event.mine ? ` · ${words.lists.status[event.mine.status]}` : '';
    return `**${escapeMarkdown(event.title)}** ${instant(event.startsAt, 'F')} · ${event.counts.signedUp} ✓${mine}`;
  });
  return {
    content: linesOf(`**${escapeMarkdown(guild.name)}**`, lines),
    components: rowsOf([
      events.slice(0, 5).map(opening),
      turning(words.buttons, pagination, (to) => customId.page('events', guild.id, to)),
    ]),
  };
}

export const opening = ({ id, title }: Pick<EventView, 'id' | 'title'>): Button => ({
  type: 2,
  style: 2,
  label: cut(title, 80),
  custom_id: customId.event(id),
});

type Wanted = { page?: number; search?: string | undefined; rank?: string | undefined };

export async function listedRoster(
  ctx: AppContext,
  { actor, language }: Known,
  guild: ConnectedGuild,
  { page = 1, search, rank }: Wanted = {},
): Promise<Reply> {
  const { lists, buttons } = discordWords(language);
  const input = RosterInput.parse({ id: guild.id, page, pageSize: MEMBERS, search, rank });
  const access = await rosterAccess(ctx.sql, actor, guild.id, 'read');
  const { members, pagination } = await listRoster(ctx, guild.id, rosterViewer(actor, access), input);
  if (members.length === 0) return { content: lists.nobody };
  const lines = members.map((member) => {
    const facts = [member.class.name, member.itemLevel ?? member.level, member.rankName].map(String);
    return [`**${escapeMarkdown(member.name)}**`, ...facts.map(escapeMarkdown)].join(' · ');
  });
  const isWhole = search === undefined && rank === undefined;
  const turns = isWhole ? turning(buttons, pagination, (to) => customId.page('roster', guild.id, to)) : [];
  const head = `**${escapeMarkdown(guild.name)}** · ${lists.members(pagination.total)}`;
  return { content: linesOf(head, lines), components: rowsOf([turns]) };
}

export async function listedCrafters(
  ctx: AppContext,
  known: Known,
  guild: ConnectedGuild,
  search: string,
): Promise<Reply> {
  const { lists } = discordWords(known.language);
  const { locales } = ctx.config;
  const locale = locales.find((name) => name === known.locale) ?? 'en_US';
  const input = CraftersInput.parse({ id: guild.id, search, locale, pageSize: MEMBERS });
  const { crafters } = await listCrafters(ctx, known.actor, input);
  if (crafters.length === 0) return { content: lists.noCrafter(escapeMarkdown(search)) };
  // The list has an entry for each profession of a character.
  const byCharacter = Map.groupBy(crafters, ({ character }) => character.id).values();
  const lines = [...byCharacter].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { character, user } = first;
    const names = [first, ...others].flatMap(({ recipes, profession }) =>
      recipes.length > 0 ? recipes.map(({ name }) => name) : [profession.name],
    );
    const shown = [...new Set(names)].slice(0, 3).map(escapeMarkdown).join(', ');
    return [`**${escapeMarkdown(character.name)}** (${escapeMarkdown(user.displayName)}) · ${shown}`];
  });
  return { content: linesOf(lists.crafters(escapeMarkdown(search)), lines) };
}

export async function shownAttendance(
  ctx: AppContext,
  known: Known,
  guild: ConnectedGuild,
  memberId: string,
): Promise<Reply> {
  const { lists } = discordWords(known.language);
  const input = AttendanceStatsInput.parse({ id: guild.id, explain: memberId });
  const [member] = await attendanceStats(ctx, known.actor, input);
  if (!member || member.rate === null) return { content: lists.noAttendance };
  const { user, rate, eventsCounted, present, late, benched, missed, noShow } = member;
  return {
    content: lists.attendance(escapeMarkdown(user.displayName), {
      percent: Math.round(rate * 100),
      events: eventsCounted,
      there: present + late + benched,
      late,
      missed: missed + noShow,
    }),
  };
}

function linesOf(head: string, lines: string[]): string {
  let text = head;
  for (const line of lines) {
    if (text.length + line.length > LONGEST) return `${text}\n…`;
    text = `${text}\n${line}`;
  }
  return text;
}

type Pages = { page: number; totalPages: number };
type TurnLabels = { back: string; forward: string };

function turning({ back, forward }: TurnLabels, { page, totalPages }: Pages, idOf: (page: number) => string): Button[] {
  const turn = (label: string, to: number): Button => ({ type: 2, style: 2, label, custom_id: idOf(to) });
  return [...(page > 1 ? [turn(back, page - 1)] : []), ...(page < totalPages ? [turn(forward, page + 1)] : [])];
}

const rowsOf = (rows: Button[][]): Row[] =>
  rows.filter(({ length }) => length > 0).map((components) => ({ type: 1, components }));
