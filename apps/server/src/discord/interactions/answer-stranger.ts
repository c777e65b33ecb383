/** Answers to people without an account, as far as the guild lets them answer under a name of its roster, or any name. */
import { distinctNames, reading } from '@guildhall/contracts/distinct-names.ts';
import type { EventRole } from '@guildhall/contracts/event.ts';
import { AnswerDetails } from '@guildhall/contracts/participation.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { RaiderName } from '@guildhall/contracts/raider.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Button, Reply } from '@guildhall/discord/interaction.ts';
import { query } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockEvent, noEvent } from '../../events/event/event.access.ts';
import { Answer, positionOf } from '../../events/event/event.queries.ts';
import { characterOfRaider } from '../../events/signups/choose-character.ts';
import { removeDiscordRaider } from '../../events/signups/remove-discord-raider.ts';
import { recordAnswer, refuseLate, signUpStateOfRaider } from '../../events/signups/sign-up.ts';
import { type CustomId, customId } from '../../guilds/chat/custom-id.ts';
import { lockClaims } from '../../membership/characters/claims.ts';
import {
  becomeRaider,
  discordKeyOf,
  findDiscordRaider,
  findDiscordRaiders,
  freeNames,
  hasRoster,
  refuseUnlisted,
} from '../../raiders/discord-raiders.ts';
import { noRaider } from '../../raiders/raider.access.ts';
import { takeOverRaider } from '../../raiders/take-over-raider.ts';
import { discordWords } from '../words/discord.words.ts';
import { details, discordTime, lateDetails, lateFormFor, mayChange } from './answer-event.ts';
import { guildOption, LONGEST_CHOICE, MOST_CHOICES } from './command-options.ts';
import type { Attempt, ConnectedGuild, DiscordCaller, ReplyOrForm, UserInteraction } from './discord-caller.ts';
import { fieldsOf } from './discord-caller.ts';

type Press = Extract<UserInteraction, { type: 3 | 5 }>;
type Status = 'signed_up' | 'tentative' | 'declined';
type Wish = { eventId: string; status: Status; role: EventRole | null };
type Stranger = { act: Press; caller: DiscordCaller; attempt: Attempt; guild: ConnectedGuild; wish: Wish };

const EVENT = query({ organizationId: 'uuid', title: 'text', startsAt: 'instant' })`
  select organization_id as "organizationId", title, starts_at as "startsAt" from event
  where id = $1 and published_at is not null and organization_id = any($2::uuid[])`;

/** Null when the press is no answer to an event that this guild lets people without an account give. */
export async function answerStranger(
  ctx: AppContext,
  act: Press,
  caller: DiscordCaller,
  id: CustomId,
  attempt: Attempt,
): Promise<ReplyOrForm | null> {
  if (id.kind === 'forget') return forget(ctx, caller, id.parts[0]);
  const wish = wishOf(id);
  if (!wish) return null;
  const event = await ctx.sql.maybe(EVENT, [wish.eventId, caller.guilds.map((guild) => guild.id)]);
  const guild = caller.guilds.find((each) => each.id === event?.organizationId);
  if (!guild) return null;
  const known = await findDiscordRaider(ctx.sql, guild.id, discordKeyOf(ctx.sign, guild.id, caller.discordUserId));
  if (caller.actor && (guild.isMember || !known)) return null;
  const onlyShows = id.kind === 'mine' || id.kind === 'event';
  // Those who answered before may still step back.
  const isOff = guild.withoutAccount === 'off' && !(known && (onlyShows || wish.status === 'declined'));
  if (isOff) return null;
  const stranger = { act, caller, attempt, guild, wish };
  if (known && id.kind === 'late') return late(ctx, stranger);
  if (known) return { reply: await answer(ctx, stranger, onlyShows) };
  if (guild.withoutAccount === 'roster' && !(await hasRoster(ctx.sql, guild.id))) return null;
  if (id.kind !== 'who') return id.kind === 'signup' || id.kind === 'answer' ? { form: nameForm(stranger) } : null;
  if (act.type === 5) return { reply: await askWho(ctx, stranger, act) };
  const [chosen = ''] = act.data.values ?? [];
  return { reply: await become(ctx, stranger, chosen) };
}

function wishOf(id: CustomId): Wish | null {
  switch (id.kind) {
    case 'signup':
      return { eventId: id.parts[0], status: 'signed_up', role: id.parts[1] };
    case 'answer':
      return { eventId: id.parts[0], status: id.parts[1], role: null };
    case 'who':
      return { eventId: id.parts[0], status: id.parts[1], role: id.parts[2] };
    case 'mine':
    case 'event':
    case 'late':
      return { eventId: id.parts[0], status: 'signed_up', role: null };
    default:
      return null;
  }
}

function nameForm({ caller, wish }: Stranger) {
  const { guest } = discordWords(caller.language);
  const field = { type: 4, custom_id: 'name', style: 1, required: true, max_length: 40 } as const;
  return {
    custom_id: customId.who(wish.eventId, wish.status, wish.role),
    title: guest.title,
    components: [{ type: 18 as const, label: guest.label, component: field }],
  };
}

async function askWho(
  ctx: AppContext,
  { caller, guild, wish }: Stranger,
  act: Extract<Press, { type: 5 }>,
): Promise<Reply> {
  const { guest } = discordWords(caller.language);
  const typed = act.data.components[0]?.component?.value ?? '';
  const tooShort = shortOf(guild, typed);
  if (tooShort) return { content: guest.tooShort({ letters: tooShort }) };
  const names = await freeNames(ctx.sql, guild.id, typed, caller.locale, guild.membersOnly);
  const own = RaiderName.safeParse(typed);
  const offered = names.map(({ id, name, realm, className }) => ({
    ...{ name, details: [realm, className], value: id },
    description: [className, realm].filter(Boolean).join(' · ').slice(0, LONGEST_CHOICE),
  }));
  // A name that the roster lists is taken by choosing it there.
  const isListed = own.success && names.some(({ name }) => reading(name) === reading(own.data));
  if (guild.withoutAccount === 'anybody' && own.success && !isListed && offered.length < MOST_CHOICES) {
    offered.push({ name: own.data, details: [], value: `name ${own.data}`, description: guest.notListed });
  }
  const labels = distinctNames(offered, LONGEST_CHOICE);
  const options = offered.map(({ name, value, description }, index) => ({
    label: labels[index] ?? name,
    ...{ value, description },
  }));
  if (options.length === 0)
    return { content: guest.none({ name: escapeMarkdown(typed) }), components: [linkRow(ctx, caller)] };
  const custom_id = customId.who(wish.eventId, wish.status, wish.role);
  const select = { type: 3, custom_id, placeholder: guest.placeholder, options } as const;
  return { content: guest.choose, components: [{ type: 1, components: [select] }] };
}

/** So few letters list no names: the roster is not for strangers to read. Null when it is long enough. */
function shortOf({ membersOnly }: ConnectedGuild, typed: string): number | null {
  const letters = membersOnly ? 3 : 1;
  return (typed.match(/\p{L}/gu)?.length ?? 0) < letters ? letters : null;
}

async function become(ctx: AppContext, stranger: Stranger, chosen: string): Promise<Reply> {
  const { caller, guild, act, attempt } = stranger;
  const key = discordKeyOf(ctx.sign, guild.id, caller.discordUserId);
  if (await mayChange(ctx, { act, at: caller, attempt })) {
    const isName = chosen.startsWith('name ');
    const wanted = isName ? { name: RaiderName.parse(chosen.slice(5)) } : { entryId: Id.parse(chosen) };
    if (isName && guild.withoutAccount !== 'anybody') throw noEvent();
    await ctx.limits.take('discordNames', ctx.sign(`names ${key}`));
    await ctx.transact(async (tx) => {
      await lockClaims(tx.sql);
      await answerAsRaider(tx, ctx, answerOf(stranger), () => becomeRaider(tx, guild.id, key, wanted));
    });
  }
  return show(ctx, stranger);
}

const answerOf = ({ caller, guild, wish }: Stranger) => ({ ...wish, guild, discordUserId: caller.discordUserId });

async function answer(ctx: AppContext, stranger: Stranger, onlyShow: boolean): Promise<Reply> {
  const { act, caller, attempt } = stranger;
  if (!onlyShow && (await mayChange(ctx, { act, at: caller, attempt })))
    await ctx.transact((tx) => answerAsRaider(tx, ctx, answerOf(stranger)));
  return show(ctx, stranger);
}

/** The same controls as members have; a form can only be the first answer. */
async function late(ctx: AppContext, stranger: Stranger): Promise<ReplyOrForm> {
  const { act, caller, attempt, wish } = stranger;
  const mine = await ownAnswer(ctx, stranger);
  if (act.type === 3 || !mine || mine.status === 'declined') return lateFormFor(caller.language, wish.eventId, mine);
  const reported = AnswerDetails.parse(lateDetails(fieldsOf(act.data.components)));
  if (await mayChange(ctx, { act, at: caller, attempt })) {
    const status = mine.status === 'waitlist' ? 'signed_up' : mine.status;
    await ctx.transact((tx) => answerAsRaider(tx, ctx, { ...answerOf(stranger), status, details: reported }));
  }
  return { reply: await show(ctx, stranger) };
}

const OWN = query({ ...Answer, title: 'text', startsAt: 'instant', position: 'int?' })`
  select p.status, p.role_key as "roleKey", p.roles, p.note, p.late_minutes as "lateMinutes", e.title, e.starts_at as "startsAt",
    ${positionOf('p')} as position
  from participation p join event e on e.id = p.event_id join raider r on r.id = p.raider_id
  where e.id = $1 and r.organization_id = $2 and r.discord_key = $3`;

const ownAnswer = ({ sql, sign }: AppContext, { caller, guild, wish }: Stranger) =>
  sql.maybe(OWN, [wish.eventId, guild.id, discordKeyOf(sign, guild.id, caller.discordUserId)]);

async function show(ctx: AppContext, stranger: Stranger): Promise<Reply> {
  const { caller, guild, wish } = stranger;
  const words = discordWords(caller.language);
  const key = discordKeyOf(ctx.sign, guild.id, caller.discordUserId);
  const raider = await findDiscordRaider(ctx.sql, guild.id, key);
  const [mine, event] = await Promise.all([ownAnswer(ctx, stranger), ctx.sql.maybe(EVENT, [wish.eventId, [guild.id]])]);
  if (!event || !raider) throw noEvent();
  const when = { title: escapeMarkdown(event.title), when: discordTime(event.startsAt, 'F') };
  const headline = !mine
    ? words.answers.none(when)
    : mine.status === 'waitlist'
      ? words.answers.waitlist({ ...when, place: mine.position ?? 1 })
      : mine.status === 'signed_up'
        ? words.answers.signedUp(when)
        : words.answers[mine.status](when);
  const about = details(words, mine && { ...mine, characterName: null });
  const steps = mine && mine.status !== 'declined' ? [lateButton(wish.eventId, words.buttons.late)] : [];
  return {
    content: [headline, about, words.guest.you({ name: escapeMarkdown(raider.name) })].filter(Boolean).join('\n'),
    components: [
      {
        type: 1,
        components: [...steps, forgetButton(caller, guild, words.guest.removeMe), linkButton(ctx, caller)],
      },
    ],
  };
}

const lateButton = (eventId: string, label: string): Button => ({
  type: 2,
  style: 2,
  label,
  custom_id: customId.late(eventId),
});
const forgetButton = (_caller: DiscordCaller, guild: Pick<ConnectedGuild, 'id'>, label: string): Button => ({
  type: 2,
  style: 4,
  label,
  custom_id: customId.forget(guild.id),
});
const linkButton = (ctx: AppContext, { language }: DiscordCaller): Button => ({
  type: 2,
  style: 5,
  label: discordWords(language).buttons.link,
  url: `${ctx.config.baseUrl}/link/discord`,
});
const linkRow = (ctx: AppContext, caller: DiscordCaller) => ({
  type: 1 as const,
  components: [linkButton(ctx, caller)],
});

/** Null for a caller who has no name in this guild. */
async function forget(ctx: AppContext, caller: DiscordCaller, organizationId: string): Promise<ReplyOrForm | null> {
  const { guest } = discordWords(caller.language);
  // The key is their own, also when the guild is archived or connected elsewhere by now.
  const key = discordKeyOf(ctx.sign, organizationId, caller.discordUserId);
  const isGone = await ctx.transact((tx) => removeDiscordRaider(tx, organizationId, key));
  return isGone ? { reply: { content: guest.removed } } : null;
}

/** Hands over what a caller answered in guilds of which they are a member by now, before they had an account. */
export async function takeOverRaiders(ctx: AppContext, { actor, guilds, discordUserId }: DiscordCaller): Promise<void> {
  const ids = guilds.filter(({ isMember }) => isMember).map(({ id }) => id);
  if (!actor || ids.length === 0) return;
  for (const { organizationId, id, archived } of await findDiscordRaiders(ctx.sql, ctx.sign, ids, discordUserId)) {
    if (archived) continue;
    const key = discordKeyOf(ctx.sign, organizationId, discordUserId);
    await ctx.transact((tx) => takeOverRaider(tx, organizationId, { raiderId: id, key, userId: actor.userId }));
  }
}

/**
 * The raider that the caller is in the guild that is named or meant, else in any guild of the server, for `/me`. Null for a
 * caller who is none.
 */
export async function showStranger(
  ctx: AppContext,
  caller: DiscordCaller,
  named: string | undefined,
): Promise<Reply | null> {
  const { guest, refusals } = discordWords(caller.language);
  const meant = guildOption(caller, named);
  const places = named === undefined ? caller.guilds : meant ? [meant] : [];
  const ids = places.map(({ id }) => id);
  const found = await findDiscordRaiders(ctx.sql, ctx.sign, ids, caller.discordUserId);
  const here = found.find(({ organizationId }) => organizationId === meant?.id);
  const raider = here ?? found[0];
  if (!raider) return null;
  if (!here && found.length > 1) return { content: refusals.whichGuild };
  const { organizationId: id, name } = raider;
  return {
    content: guest.you({ name: escapeMarkdown(name) }),
    components: [{ type: 1, components: [forgetButton(caller, { id }, guest.notMe), linkButton(ctx, caller)] }],
  };
}

// Their answers. Waitlist, deadline and roles apply as to members.

type RaiderAnswer = {
  eventId: string;
  guild: ConnectedGuild;
  discordUserId: string;
  status: 'signed_up' | 'tentative' | 'declined';
  /** Null for an event without slots, and for an answer that keeps its roles. */
  role: EventRole | null;
  /** In place of those that the answer has. */
  details?: AnswerDetails;
};

/** A first answer and its name are one: a refused one leaves no name. `appear` runs under the lock of the event. */
async function answerAsRaider(
  tx: UnitOfWork,
  { sign }: AppContext,
  { eventId, guild, discordUserId, status, role, details: reported }: RaiderAnswer,
  appear: () => Promise<void> = async () => {},
): Promise<void> {
  const { sql } = tx;
  const event = await lockEvent(sql, eventId);
  if (event.unpublished || event.organizationId !== guild.id) throw noEvent();
  await appear();
  const key = discordKeyOf(sign, guild.id, discordUserId);
  const raider = await findDiscordRaider(sql, guild.id, key);
  if (!raider) throw noRaider();
  const raiderId = raider.id;
  const standing = await signUpStateOfRaider(sql, event, raiderId);
  // An officer may have released the name, or its owner proved it, before the raider was locked.
  if ((await findDiscordRaider(sql, guild.id, key))?.id !== raiderId) throw noRaider();
  const { part } = standing;
  if (status !== 'declined') {
    if (part?.removed) throw removed();
    refuseUnlisted(raider, guild.withoutAccount);
  }
  const roles = status === 'declined' ? [] : role ? [role] : (part?.roles ?? []);
  refuseLate(event, part, { status, roles });
  const raiderCharacterId = await characterOfRaider(sql, raiderId, part?.raiderCharacterId ?? null, event, roles);
  const { note = null, lateMinutes = null } = reported ?? part ?? {};
  const wish = { raiderId, characterId: null, raiderCharacterId, roles, status, note, lateMinutes };
  const by = { actorId: null, personId: null, raiderId, via: 'discord' as const };
  await recordAnswer(tx, event, standing, wish, by, 'Somebody gave up the place.');
}

const removed = () => conflict('raider_removed', 'An officer has removed you from this event. Ask them.');
