/** A caller's answer to an event on Discord: shown, asked for and given. The ordinary verb decides. */
import type { DiscordWishesView } from '@guildhall/contracts/discord.ts';
import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import { EventRole } from '@guildhall/contracts/event.ts';
import { SignUpInput } from '@guildhall/contracts/participation.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Button, Reply, Row } from '@guildhall/discord/interaction.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { object, query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import { getEvent } from '../../events/event/event.queries.ts';
import { type CharacterChoice, chooseCharacter } from '../../events/signups/choose-character.ts';
import { signUp } from '../../events/signups/sign-up.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { type DiscordWords, discordWords } from '../words/discord.words.ts';
import { detailsOf, LONGEST_CHOICE, MOST_CHOICES } from './command-options.ts';
import type { Attempt, ReplyOrForm } from './discord-caller.ts';
import {
  type CallerAtEvent,
  claimInteraction,
  type DiscordCaller,
  isSuperseded,
  type OwnAnswer,
  ownAnswer,
  type UserInteraction,
} from './discord-caller.ts';

/** The answer of the caller as it stands now, with what can be done about it. */
export async function showAnswer(ctx: AppContext, at: CallerAtEvent): Promise<Reply> {
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

/** The event, with a button for each role and the caller's own answer. */
export async function showEvent(ctx: AppContext, at: CallerAtEvent): Promise<Reply> {
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

type Event = CallerAtEvent['seen']['event'];

function headline({ answers }: DiscordWords, { title, startsAt }: Event, mine: OwnAnswer | null): string {
  const name = escapeMarkdown(title);
  const when = discordTime(startsAt, 'F');
  if (!mine) return answers.none({ title: name, when });
  if (mine.status === 'waitlist') return answers.waitlist({ title: name, when, place: mine.position ?? 1 });
  if (mine.status === 'signed_up') return answers.signedUp({ title: name, when });
  return answers[mine.status]({ title: name, when });
}

type Shown = Pick<OwnAnswer, 'status' | 'roleKey' | 'lateMinutes' | 'note' | 'characterName'>;

export function details({ roles, answers }: DiscordWords, mine: Shown | null): string {
  if (!mine || mine.status === 'declined') return '';
  const { characterName, roleKey, lateMinutes, note } = mine;
  return [
    characterName && escapeMarkdown(characterName),
    roleKey && roles[roleKey],
    lateMinutes && answers.lateBy({ minutes: lateMinutes }),
    note && `“${escapeMarkdown(note)}”`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const awayNote = ({ answers }: DiscordWords, mine: OwnAnswer | null) =>
  mine?.away && mine.status !== 'declined' ? answers.away : '';

/** Discord shows it in the time zone of each reader. */
export const discordTime = (iso: string, style: 'F' | 'R' | 'D') =>
  `<t:${Math.floor(Date.parse(iso) / 1000)}:${style}>`;

function nextSteps(
  { config }: AppContext,
  { buttons }: DiscordWords,
  { seen }: CallerAtEvent,
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

export function askWhichCharacter(at: CallerAtEvent, role: EventRole | null, { candidates }: CharacterChoice): Reply {
  const { character, roles } = discordWords(at.language);
  const shown = candidates.slice(0, MOST_CHOICES);
  const labels = distinctNames(
    shown.map((one) => ({ name: one.name, details: detailsOf(one) })),
    LONGEST_CHOICE,
  );
  const options = shown.map(({ id, name, className, itemLevel, level }, index) => ({
    label: labels[index] ?? name,
    value: id,
    description: [className, itemLevel ?? level].filter(Boolean).join(' · ').slice(0, 100),
  }));
  const content = [
    character.choose({ role: role ? roles[role] : 'none' }),
    candidates.length > MOST_CHOICES ? character.more : '',
  ];
  const { placeholder } = character;
  const select = { type: 3, custom_id: customId.character(at.seen.event.id, role), placeholder, options } as const;
  return { content: content.filter(Boolean).join('\n'), components: [{ type: 1, components: [select] }] };
}

const LATE = [0, 15, 30, 60];

/** Must be the first answer, so it reads no more than the answer there is. */
export const lateForm = async (ctx: AppContext, at: CallerAtEvent): Promise<ReplyOrForm> =>
  lateFormFor(at.language, at.seen.event.id, await ownAnswer(ctx.sql, at));

type Details = Pick<OwnAnswer, 'status' | 'lateMinutes' | 'note'>;

export function lateFormFor(language: Language, eventId: string, mine: Details | null): ReplyOrForm {
  const { late, refusals } = discordWords(language);
  if (!mine || mine.status === 'declined') return { reply: { content: refusals.answerFirst } };
  const current = mine.lateMinutes ?? 0;
  const options = [...new Set([...LATE, current])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({
      label: minutes === 0 ? late.onTime : late.byMinutes({ minutes }),
      value: String(minutes),
      default: minutes === current,
    }));
  const { note } = mine;
  return {
    form: {
      custom_id: customId.late(eventId),
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

/** One attempt at an interaction of a member, at an event they may see. */
export type Taking = { act: UserInteraction; at: CallerAtEvent; attempt: Attempt };

/** `characterId` is `ask` for a member who wants to bring another one. */
type Coming = { role: EventRole | null; characterId?: string | undefined };

export async function signUpFromDiscord(
  ctx: AppContext,
  taking: Taking,
  { role, characterId }: Coming,
): Promise<Reply> {
  if (characterId !== undefined && characterId !== 'ask') {
    return write(ctx, taking, { characterId: Id.parse(characterId), roleKey: role });
  }
  const { at } = taking;
  const { refusals, roles } = discordWords(at.language);
  const choice = await charactersAt(ctx.sql, at, role);
  if (choice.candidates.length === 0) return { content: refusals.noCharacter({ role: role ? roles[role] : 'none' }) };
  if (characterId === 'ask' || choice.chosen === null) return askWhichCharacter(at, role, choice);
  return write(ctx, taking, { characterId: choice.chosen, roleKey: role });
}

export async function declineFromDiscord(
  ctx: AppContext,
  taking: Taking,
  status: 'tentative' | 'declined',
): Promise<Reply> {
  if (status === 'declined') return write(ctx, taking, { status });
  const mine = await ownAnswer(ctx.sql, taking.at);
  const { chosen, candidates } = await charactersAt(ctx.sql, taking.at, mine?.roles[0] ?? null);
  // Perhaps is no promise, so the best equipped stands in for a question.
  const characterId = chosen ?? candidates[0]?.id;
  if (!characterId) return { content: discordWords(taking.at.language).refusals.noCharacter({ role: 'none' }) };
  return write(ctx, taking, { status, characterId, ...rolesOf(mine?.roles) });
}

const charactersAt = (sql: Sql, { actor, locale, seen }: CallerAtEvent, role: EventRole | null) =>
  chooseCharacter(sql, { userId: actor.userId, locale }, seen.event, role);

const MINUTES = /^\d{1,3}$/;

/** As the form for being late sends them. */
export const lateDetails = (fields: Map<string, string>) => {
  const minutes = fields.get('minutes') ?? '';
  return { note: fields.get('note')?.trim() || null, lateMinutes: MINUTES.test(minutes) ? Number(minutes) : 0 };
};

export async function reportLate(ctx: AppContext, taking: Taking, fields: Map<string, string>): Promise<Reply> {
  const { at } = taking;
  const mine = await ownAnswer(ctx.sql, at);
  if (!mine?.characterId || mine.status === 'declined') {
    return { content: discordWords(at.language).refusals.answerFirst };
  }
  return write(ctx, taking, {
    status: mine.status === 'waitlist' ? 'signed_up' : mine.status,
    characterId: mine.characterId,
    ...rolesOf(mine.roles),
    ...lateDetails(fields),
  });
}

const rolesOf = (roles: EventRole[] | undefined) => (roles?.length ? { roles } : {});

/** A repeated request changes nothing, and is told what is true now. */
async function write(ctx: AppContext, taking: Taking, wish: Omit<Partial<SignUpInput>, 'id'>): Promise<Reply> {
  const { at } = taking;
  if (await mayChange(ctx, taking)) {
    await signUp(ctx, at.actor, SignUpInput.parse({ ...wish, id: at.seen.event.id }));
  }
  return showAnswer(ctx, at);
}

/** False for a repeated request, and for a late attempt after something newer. */
export async function mayChange(
  { sql }: AppContext,
  { act, at, attempt }: { act: UserInteraction; at: { discordUserId: string }; attempt: Attempt },
): Promise<boolean> {
  if (attempt.isFirst) return claimInteraction(sql, act.id, at.discordUserId);
  return !(await isSuperseded(sql, act.id, at.discordUserId));
}

// Remembers for an hour the wishes of people without a linked account, and offers them once they have linked Discord.

type LinkIntent = { eventId: string; roleKey: EventRole | null; status: 'signed_up' | 'tentative' | 'declined' };

/** Only an event of a guild of this server: any caller can send any id. */
const REMEMBER = statement`
  insert into link_intent (discord_user_id, event_id, role_key, status, expires_at)
  select $1, e.id, $3, $4, now() + interval '1 hour' from event e where e.id = $2 and e.organization_id = any($5::uuid[])
  on conflict (discord_user_id, event_id) do update set role_key = excluded.role_key, status = excluded.status,
    expires_at = excluded.expires_at`;

/**
 * The address carries no secret: whoever opened one that did could link the caller's account to themselves. Discord's
 * own sign-in proves in that browser who it is.
 */
export async function askToLink(
  ctx: AppContext,
  { discordUserId, guilds, language }: DiscordCaller,
  wish?: LinkIntent,
): Promise<Reply> {
  const { refusals, buttons } = discordWords(language);
  if (wish) {
    const guildIds = guilds.map(({ id }) => id);
    await ctx.sql.run(REMEMBER, [discordUserId, wish.eventId, wish.roleKey, wish.status, guildIds]);
  }
  const url = `${ctx.config.baseUrl}/link/discord`;
  return {
    content: refusals.notLinked,
    components: [{ type: 1, components: [{ type: 2, style: 5, label: buttons.link, url }] }],
  };
}

const WISHES = query({
  status: text(['declined', 'signed_up', 'tentative']),
  organization: object({ id: 'uuid', name: 'text' }),
  roleKey: text(EventRole.options).orNull,
  eventId: 'uuid',
  title: 'text',
  startsAt: 'instant',
  anyRole: 'bool',
  locale: 'text',
})`
  select w.status, w.role_key as "roleKey", jsonb_build_object('id', o.id, 'name', o.name) as organization,
    e.id as "eventId", e.title, e.starts_at as "startsAt", e.any_role as "anyRole", u.locale
  from account a join person u on u.id = a.user_id
  join link_intent w on w.discord_user_id = a.account_id and w.expires_at > now()
  join event e on e.id = w.event_id and e.status = 'published' and e.starts_at > now()
  join organization o on o.id = e.organization_id and o.archived_at is null
  where a.user_id = $1 and a.provider_id = 'discord'
    and exists (select from current_member m where m.organization_id = o.id and m.user_id = a.user_id)
    and not exists (select from participation p where p.event_id = e.id and p.user_id = a.user_id)
  order by e.starts_at, e.id limit 20`;

const LINKED = statement`select from account where user_id = $1 and provider_id = 'discord'`;

/** Only what the caller's own linked account wanted, at events of their guilds. */
export async function listWishes({ sql }: AppContext, { userId }: Actor): Promise<DiscordWishesView> {
  const [linked, rows] = await Promise.all([sql.run(LINKED, [userId]), sql.many(WISHES, [userId])]);
  const wishes = await Promise.all(
    rows.map(async ({ eventId, title, startsAt, anyRole, locale, ...wish }) => {
      const event = { id: eventId, organizationId: wish.organization.id, anyRole };
      const { chosen, candidates } = await chooseCharacter(sql, { userId, locale }, event, wish.roleKey);
      const best = candidates.find(({ id }) => id === chosen) ?? candidates[0];
      return {
        ...wish,
        event: { id: eventId, title, startsAt },
        character: best ? { id: best.id, name: best.name } : null,
      };
    }),
  );
  return { linked: linked > 0, wishes };
}
