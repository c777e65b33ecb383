/** Shows a person an event, and their answer to it. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Button, Reply, Row } from '@guildhall/discord/interaction.ts';
import { customId } from '../../chat/custom-id.ts';
import type { AppContext } from '../../core/services/context.ts';
import { getEvent } from '../../events/event/event.queries.ts';
import type { DiscordWords } from '../words/en.ts';
import { discordWords } from '../words/words.ts';
import type { Answered } from './answer-interaction.ts';
import type { Choice } from './choose-character.ts';
import { type AtEvent, type OwnAnswer, ownAnswer } from './event-of.ts';

/** The answer of the presser as it stands now, with what can be done about it. */
export async function showAnswer(ctx: AppContext, at: AtEvent): Promise<Reply> {
  const { seen, language } = at;
  const words = discordWords(language);
  const mine = await ownAnswer(ctx.sql, at);
  return {
    content: [headline(words, seen.event, mine), details(words, mine), awayNote(words, mine)]
      .filter(Boolean)
      .join('\n'),
    components: [{ type: 1, components: nextSteps(ctx, words, at, mine) }],
  };
}

/** The event, with a button for each role and the presser's own answer. */
export async function showEvent(ctx: AppContext, at: AtEvent): Promise<Reply> {
  const { seen, actor, language } = at;
  const words = discordWords(language);
  const [event, mine] = await Promise.all([getEvent(ctx, actor, seen.event), ownAnswer(ctx.sql, at)]);
  const slots = event.slots.map(({ roleKey, signedUp, max }) => `${words.roles[roleKey]} ${signedUp}/${max}`);
  const lines = [headline(words, seen.event, mine), slots.join(' · '), details(words, mine)];
  const isOpen = event.status === 'published' && !seen.event.closed;
  const roles: (EventRole | null)[] = event.slots.length > 0 ? event.slots.map(({ roleKey }) => roleKey) : [null];
  const comes = roles.map((role): Button => {
    const label = role ? words.roles[role] : words.buttons.comes;
    return { type: 2, style: 3, label, custom_id: customId.signUp(event.id, role) };
  });
  const rows: Row[] = [{ type: 1, components: nextSteps(ctx, words, at, mine) }];
  if (isOpen) rows.unshift({ type: 1, components: comes });
  return { content: lines.filter(Boolean).join('\n'), components: rows };
}

type Event = AtEvent['seen']['event'];

function headline({ answers }: DiscordWords, { title, startsAt }: Event, mine: OwnAnswer | null): string {
  const name = escapeMarkdown(title);
  const when = instant(startsAt, 'F');
  if (!mine) return answers.none(name, when);
  if (mine.status === 'waitlist') return answers.waitlist(name, when, mine.position ?? 1);
  if (mine.status === 'signed_up') return answers.signedUp(name, when);
  return answers[mine.status](name, when);
}

function details({ roles, answers }: DiscordWords, mine: OwnAnswer | null): string {
  if (!mine || mine.status === 'declined') return '';
  const { characterName, roleKey, lateMinutes, note } = mine;
  return [
    characterName && escapeMarkdown(characterName),
    roleKey && roles[roleKey],
    lateMinutes && answers.lateBy(lateMinutes),
    note && `“${escapeMarkdown(note)}”`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const awayNote = ({ answers }: DiscordWords, mine: OwnAnswer | null) =>
  mine?.away && mine.status !== 'declined' ? answers.away : '';

/** Discord shows it in the time zone of each reader. */
export const instant = (iso: string, style: 'F' | 'R' | 'D') => `<t:${Math.floor(Date.parse(iso) / 1000)}:${style}>`;

function nextSteps(
  { config }: AppContext,
  { buttons }: DiscordWords,
  { seen }: AtEvent,
  mine: OwnAnswer | null,
): Button[] {
  const { id } = seen.event;
  const button = (label: string, custom_id: string): Button => ({ type: 2, style: 2, label, custom_id });
  const isIn = mine !== null && mine.status !== 'declined';
  const steps = [
    isIn && button(buttons.late, customId.late(id)),
    isIn && mine.status !== 'tentative' && button(buttons.character, customId.character(id, mine.roleKey)),
    mine?.status !== 'tentative' && button(buttons.tentative, customId.answer(id, 'tentative')),
    mine?.status !== 'declined' && button(buttons.declined, customId.answer(id, 'declined')),
  ];
  const page: Button = { type: 2, style: 5, label: buttons.page, url: `${config.baseUrl}/events/${id}` };
  return [...steps.filter((step) => step !== false), page];
}

const MOST_CHOICES = 25;

export function askWhichCharacter(at: AtEvent, role: EventRole | null, { candidates }: Choice): Reply {
  const { character, roles } = discordWords(at.language);
  const options = candidates.slice(0, MOST_CHOICES).map(({ id, name, className, itemLevel, level }) => ({
    label: name,
    value: id,
    description: [className, itemLevel ?? level].filter(Boolean).join(' · ').slice(0, 100),
  }));
  const content = [character.choose(role && roles[role]), candidates.length > MOST_CHOICES ? character.more : ''];
  const { placeholder } = character;
  const select = { type: 3, custom_id: customId.character(at.seen.event.id, role), placeholder, options } as const;
  return { content: content.filter(Boolean).join('\n'), components: [{ type: 1, components: [select] }] };
}

const LATE = [0, 15, 30, 60];

/** Must be the first answer, so it reads no more than the answer there is. */
export async function lateForm(ctx: AppContext, at: AtEvent): Promise<Answered> {
  const { late, refusals } = discordWords(at.language);
  const mine = await ownAnswer(ctx.sql, at);
  if (!mine || mine.status === 'declined') return { reply: { content: refusals.answerFirst } };
  const current = mine.lateMinutes ?? 0;
  const options = [...new Set([...LATE, current])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({
      label: minutes === 0 ? late.onTime : late.byMinutes(minutes),
      value: String(minutes),
      default: minutes === current,
    }));
  const { note } = mine;
  return {
    form: {
      custom_id: customId.late(at.seen.event.id),
      title: late.title,
      components: [
        { type: 18, label: late.minutes, component: { type: 3, custom_id: 'minutes', options } },
        {
          type: 18,
          label: late.note,
          component: {
            type: 4,
            custom_id: 'note',
            style: 1,
            required: false,
            max_length: 200,
            ...(note ? { value: note } : {}),
          },
        },
      ],
    },
  };
}
