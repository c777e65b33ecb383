/** Answers what people press, choose and send in forms: always to them alone, with what it came to. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import { SignUpInput } from '@guildhall/contracts/participation.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventAccess, noEvent, seeEvent } from '../../events/event/event.access.ts';
import { signUp } from '../../events/signups/sign-up.ts';
import { type CustomId, parseCustomId } from '../words/custom-id.ts';
import { discordWords } from '../words/words.ts';
import type { Answered, Attempt } from './answer-interaction.ts';
import { chooseCharacter } from './choose-character.ts';
import { claim, isOutdated } from './claim.ts';
import { askWhichCharacter, lateForm, showAnswer, showEvent } from './event-replies.ts';
import { askToLink } from './link-intents.ts';
import { ownAnswer } from './own-answer.ts';
import type { Act, Presser } from './presser.ts';

type Press = Extract<Act, { type: 3 | 5 }>;

/** Somebody whom we know, at an event that they may see. */
export type AtEvent = Presser & { actor: Actor; seen: EventAccess };

export async function answerPress(ctx: AppContext, act: Press, presser: Presser, attempt: Attempt): Promise<Answered> {
  const words = discordWords(presser.language);
  const id = parseCustomId(act.data.custom_id);
  if (!id) return { reply: { content: words.refusals.outOfDate } };
  if (id.kind === 'works') return { reply: { content: words.works } };
  if (id.kind === 'events' || id.kind === 'roster') return { reply: { content: words.refusals.outOfDate } };
  const { actor } = presser;
  if (!actor) return { reply: await askToLink(ctx, presser, wishOf(id)) };
  const seen = await eventOf(ctx, act, { ...presser, actor }, id.parts[0]);
  const at: AtEvent = { ...presser, actor, seen };
  switch (id.kind) {
    case 'mine':
      return { reply: await showAnswer(ctx, at) };
    case 'event':
      return { reply: await showEvent(ctx, at) };
    case 'signup':
      return { reply: await come(ctx, act, at, attempt, { role: id.parts[1] }) };
    case 'character': {
      const [, role] = id.parts;
      const [characterId] = act.type === 3 ? act.data.values : [];
      return { reply: await come(ctx, act, at, attempt, { role, characterId: characterId ?? 'ask' }) };
    }
    case 'answer':
      return { reply: await stepBack(ctx, act, at, attempt, id.parts[1]) };
    case 'late':
      if (act.type === 3) return lateForm(ctx, at);
      return { reply: await beLate(ctx, act, at, attempt) };
  }
}

function wishOf(id: Exclude<CustomId, { kind: 'works' | 'events' | 'roster' }>) {
  const [eventId] = id.parts;
  const roleKey = id.kind === 'signup' || id.kind === 'character' ? id.parts[1] : null;
  return { eventId, roleKey, status: id.kind === 'answer' ? id.parts[1] : ('signed_up' as const) };
}

const ORGANIZATION = `
  select e.organization_id as "organizationId",
    exists (select from current_member m where m.organization_id = e.organization_id and m.user_id = $2) as "isMember"
  from event e where e.id = $1`;

/** An event of a guild that is connected with the server of the press, whatever the id of the button says. */
async function eventOf(
  ctx: AppContext,
  act: Act,
  presser: Presser & { actor: Actor },
  id: string,
): Promise<EventAccess> {
  const [event] = await ctx.sql<{ organizationId: string; isMember: boolean }>(ORGANIZATION, [
    id,
    presser.actor.userId,
  ]);
  if (!event || !presser.guilds.some((guild) => guild.id === event.organizationId)) throw noEvent();
  if (!event.isMember && act.guild_id) {
    throw new AppError('FORBIDDEN', 'not_a_member', 'Only members of this guild can do this.');
  }
  return seeEvent(ctx.sql, presser.actor, id);
}

type Coming = { role: EventRole | null; characterId?: string };

async function come(ctx: AppContext, act: Press, at: AtEvent, attempt: Attempt, { role, characterId }: Coming) {
  const { actor, seen, language } = at;
  const { refusals } = discordWords(language);
  if (characterId !== undefined && characterId !== 'ask') {
    return write(ctx, act, at, attempt, { characterId: Id.parse(characterId), roleKey: role });
  }
  const choice = await chooseCharacter(ctx.sql, { userId: actor.userId, locale: at.locale }, seen.event, role);
  if (choice.candidates.length === 0) {
    return { content: refusals.noCharacter(role && discordWords(language).roles[role]) };
  }
  if (characterId === 'ask' || choice.chosen === null) return askWhichCharacter(at, role, choice);
  return write(ctx, act, at, attempt, { characterId: choice.chosen, roleKey: role });
}

async function stepBack(ctx: AppContext, act: Press, at: AtEvent, attempt: Attempt, status: 'tentative' | 'declined') {
  if (status === 'declined') return write(ctx, act, at, attempt, { status });
  const { actor, seen, language } = at;
  const mine = await ownAnswer(ctx.sql, seen.event.id, actor.userId);
  const { chosen, candidates } = await chooseCharacter(
    ctx.sql,
    { userId: actor.userId, locale: at.locale },
    seen.event,
    mine?.roles[0] ?? null,
  );
  // Perhaps is no promise, so the best equipped stands in for a question.
  const characterId = chosen ?? candidates[0]?.id;
  if (!characterId) return { content: discordWords(language).refusals.noCharacter(null) };
  return write(ctx, act, at, attempt, { status, characterId, ...rolesOf(mine?.roles) });
}

const MINUTES = /^\d{1,3}$/;

async function beLate(ctx: AppContext, act: Extract<Press, { type: 5 }>, at: AtEvent, attempt: Attempt) {
  const mine = await ownAnswer(ctx.sql, at.seen.event.id, at.actor.userId);
  if (!mine || mine.status === 'declined' || !mine.characterId) {
    return { content: discordWords(at.language).refusals.answerFirst };
  }
  const fields = new Map(act.data.components.map(({ component }) => [component?.custom_id, component]));
  const minutes = fields.get('minutes')?.values?.[0] ?? '0';
  const note = fields.get('note')?.value?.trim() ?? '';
  return write(ctx, act, at, attempt, {
    status: mine.status === 'waitlist' ? 'signed_up' : mine.status,
    characterId: mine.characterId,
    ...rolesOf(mine.roles),
    note: note || null,
    lateMinutes: MINUTES.test(minutes) ? Number(minutes) : 0,
  });
}

const rolesOf = (roles: EventRole[] | undefined) => (roles?.length ? { roles } : {});

type Wish = Omit<Partial<SignUpInput>, 'id'>;

/** The ordinary verb decides. A repeated request changes nothing, and is told what is true now. */
async function write(ctx: AppContext, act: Press, at: AtEvent, attempt: Attempt, wish: Wish) {
  const isDone = attempt.isFirst
    ? !(await claim(ctx.sql, act.id, at.discordUserId))
    : await isOutdated(ctx.sql, act.id, at.discordUserId);
  if (isDone) return showAnswer(ctx, at);
  const { event } = at.seen;
  await signUp(ctx, at.actor, SignUpInput.parse({ ...wish, id: event.id }));
  return showAnswer(ctx, at);
}
