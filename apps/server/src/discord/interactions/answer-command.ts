/** Answers the commands of `commands.ts`: each asks or changes what a page does, with the same verbs and rights. */
import { AddAbsenceInput } from '@guildhall/contracts/absence.ts';
import type { EventRole } from '@guildhall/contracts/event.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Reply } from '@guildhall/discord/interaction.ts';
import { addAbsence } from '../../absences/change-absences.ts';
import type { AppContext } from '../../core/services/context.ts';
import { discordWords } from '../words/words.ts';
import type { Attempt } from './answer-interaction.ts';
import { listedCrafters, listedEvents, listedRoster, opening, shownAttendance } from './answer-lists.ts';
import { findCharacters, findMembers, guildOf, optionsOf, roleOf, upcoming } from './command-options.ts';
import { type AtEvent, eventOf, type Known } from './event-of.ts';
import { showEvent } from './event-replies.ts';
import { askToLink } from './link-intents.ts';
import type { Act, ConnectedGuild, Presser } from './presser.ts';
import { come, mayChange } from './take-part.ts';

export async function answerCommand(
  ctx: AppContext,
  act: Extract<Act, { type: 2 }>,
  presser: Presser,
  attempt: Attempt,
): Promise<Reply> {
  const words = discordWords(presser.language);
  const { actor } = presser;
  if (!actor) return askToLink(ctx, presser);
  const known: Known = { ...presser, actor };
  const option = optionsOf(act);
  const guild = guildOf(presser, option('guild'));
  if (!guild) return { content: presser.guilds.length > 1 ? words.refusals.whichGuild : words.refusals.noServer };
  switch (act.data.name) {
    case 'events':
      return listedEvents(ctx, known, guild);
    case 'event':
      return withEvent(ctx, known, guild, option('name'), (at) => showEvent(ctx, at));
    case 'signup':
      return withEvent(ctx, known, guild, option('name'), async (at) => {
        const role = roleOf(option);
        const characterId = await characterOf(ctx, at, role, option('character'));
        return come(ctx, { act, at, attempt }, { role, characterId });
      });
    case 'roster':
      return listedRoster(ctx, known, guild, { search: option('search'), rank: option('rank') });
    case 'whocan':
      return listedCrafters(ctx, known, guild, option('recipe') ?? '');
    case 'absence':
      return beAway(ctx, { act, at: known, attempt }, option);
    case 'attendance':
      return attendanceOf(ctx, known, guild, option('member'));
    default:
      return { content: words.refusals.outOfDate };
  }
}

/** By its id, else by a part of its title; the next one if nothing is named. Several are asked back. */
async function withEvent(
  ctx: AppContext,
  known: Known,
  guild: ConnectedGuild,
  named: string | undefined,
  answer: (at: AtEvent) => Promise<Reply>,
): Promise<Reply> {
  const { lists } = discordWords(known.language);
  const id = Id.safeParse(named);
  if (id.success) return answer(await eventOf(ctx, known, id.data));
  const found = await upcoming(ctx, known, guild, named);
  const [first, ...others] = named === undefined ? found.slice(0, 1) : found;
  if (!first) return { content: named === undefined ? lists.noEvents : lists.noEvent(escapeMarkdown(named)) };
  if (others.length === 0) return answer(await eventOf(ctx, known, first.id));
  return {
    content: lists.whichEvent,
    components: [{ type: 1, components: [first, ...others].slice(0, 5).map(opening) }],
  };
}

/** A text that names none of their characters is passed on, and refused as an unknown one. */
async function characterOf(
  ctx: AppContext,
  at: AtEvent,
  role: EventRole | null,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined || Id.safeParse(named).success) return named;
  const found = await findCharacters(ctx, at, at.seen.event, role, named);
  return found.length === 1 ? found[0]?.id : 'ask';
}

type Away = { act: Act; at: Known; attempt: Attempt };

async function beAway(ctx: AppContext, away: Away, option: (name: string) => string | undefined): Promise<Reply> {
  const { lists } = discordWords(away.at.language);
  const from = option('from') ?? '';
  const input = AddAbsenceInput.safeParse({ from, to: option('to') ?? from, note: option('note') ?? null });
  if (!input.success) return { content: lists.wrongDays };
  const { to } = input.data;
  if (!(await mayChange(ctx, away))) return { content: lists.away(from, to, 0) };
  const { declinedEvents } = await addAbsence(ctx, away.at.actor, input.data, null);
  return { content: lists.away(from, to, declinedEvents.length) };
}

async function attendanceOf(
  ctx: AppContext,
  known: Known,
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
