/** Answers to an event, as they come from buttons, forms and commands: the ordinary verb decides. */
import type { EventRole } from '@guildhall/contracts/event.ts';
import { SignUpInput } from '@guildhall/contracts/participation.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import type { Reply } from '@guildhall/discord/interaction.ts';
import type { Sql } from '../../core/db/sql.ts';
import type { AppContext } from '../../core/services/context.ts';
import { signUp } from '../../events/signups/sign-up.ts';
import { discordWords } from '../words/words.ts';
import type { Attempt } from './answer-interaction.ts';
import { chooseCharacter } from './choose-character.ts';
import { type AtEvent, ownAnswer } from './event-of.ts';
import { askWhichCharacter, showAnswer } from './event-replies.ts';
import { claim, isOutdated } from './kept-interactions.ts';
import type { Act } from './presser.ts';

/** One attempt at an interaction of somebody we know, at an event they may see. */
export type Taking = { act: Act; at: AtEvent; attempt: Attempt };

/** `characterId` is `ask` for somebody who wants to bring another one. */
type Coming = { role: EventRole | null; characterId?: string | undefined };

export async function come(ctx: AppContext, taking: Taking, { role, characterId }: Coming): Promise<Reply> {
  if (characterId !== undefined && characterId !== 'ask') {
    return write(ctx, taking, { characterId: Id.parse(characterId), roleKey: role });
  }
  const { at } = taking;
  const { refusals, roles } = discordWords(at.language);
  const choice = await charactersAt(ctx.sql, at, role);
  if (choice.candidates.length === 0) return { content: refusals.noCharacter(role && roles[role]) };
  if (characterId === 'ask' || choice.chosen === null) return askWhichCharacter(at, role, choice);
  return write(ctx, taking, { characterId: choice.chosen, roleKey: role });
}

export async function stepBack(ctx: AppContext, taking: Taking, status: 'tentative' | 'declined'): Promise<Reply> {
  if (status === 'declined') return write(ctx, taking, { status });
  const mine = await ownAnswer(ctx.sql, taking.at);
  const { chosen, candidates } = await charactersAt(ctx.sql, taking.at, mine?.roles[0] ?? null);
  // Perhaps is no promise, so the best equipped stands in for a question.
  const characterId = chosen ?? candidates[0]?.id;
  if (!characterId) return { content: discordWords(taking.at.language).refusals.noCharacter(null) };
  return write(ctx, taking, { status, characterId, ...rolesOf(mine?.roles) });
}

const charactersAt = (sql: Sql, { actor, locale, seen }: AtEvent, role: EventRole | null) =>
  chooseCharacter(sql, { userId: actor.userId, locale }, seen.event, role);

const MINUTES = /^\d{1,3}$/;

export async function beLate(ctx: AppContext, taking: Taking, fields: Map<string, string>): Promise<Reply> {
  const { at } = taking;
  const mine = await ownAnswer(ctx.sql, at);
  if (!mine?.characterId || mine.status === 'declined') {
    return { content: discordWords(at.language).refusals.answerFirst };
  }
  const minutes = fields.get('minutes') ?? '';
  return write(ctx, taking, {
    status: mine.status === 'waitlist' ? 'signed_up' : mine.status,
    characterId: mine.characterId,
    ...rolesOf(mine.roles),
    note: fields.get('note')?.trim() || null,
    lateMinutes: MINUTES.test(minutes) ? Number(minutes) : 0,
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
  { act, at, attempt }: { act: Act; at: { discordUserId: string }; attempt: Attempt },
): Promise<boolean> {
  if (attempt.isFirst) return claim(sql, act.id, at.discordUserId);
  return !(await isOutdated(sql, act.id, at.discordUserId));
}
