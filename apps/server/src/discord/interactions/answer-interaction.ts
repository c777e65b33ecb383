/**
 * Answers an interaction in time: Discord voids its token after three seconds. It is done at once, because a sign-up
 * takes milliseconds and the answer is then the truth; one that takes long is promised, and shown later.
 */

import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type NextStep, nextStepOf } from '@guildhall/contracts/next-step.ts';
import type { RefusalsWords } from '@guildhall/contracts/refusals.words.ts';
import {
  choicesAnswer,
  deferredReply,
  formAnswer,
  type InteractionAnswer,
  privateReply,
  type Reply,
} from '@guildhall/discord/interaction.ts';
import { ZodError } from 'zod';
import { asAppError, invalidInput } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type Language, languageOf } from '../../core/services/spoken-languages.ts';
import { readWords } from '../../core/services/words.ts';
import { muteEventMails } from '../../events/mails/event-mails.ts';
import { type CustomId, parseCustomId } from '../../guilds/chat/custom-id.ts';
import { discordWords } from '../words/discord.words.ts';
import { answerCommand, replyWithEvents, replyWithRoster } from './answer-command.ts';
import {
  askToLink,
  declineFromDiscord,
  lateForm,
  reportLate,
  showAnswer,
  showEvent,
  signUpFromDiscord,
} from './answer-event.ts';
import { showJobs } from './answer-jobs.ts';
import { giveUpReserves, reserveForm, reserveItem, reserveNamed, showReserves } from './answer-reserves.ts';
import { answerStranger, takeOverRaiders } from './answer-stranger.ts';
import { dropWishes, type Wishing, wishFor } from './answer-wishes.ts';
import { completeOption } from './complete-option.ts';
import type { Attempt, ReplyOrForm } from './discord-caller.ts';
import {
  callerAtEvent,
  type DiscordCaller,
  discordCallerOf,
  editFirstAnswer,
  fieldsOf,
  keepInteraction,
  openKeptInteraction,
  type UserInteraction,
} from './discord-caller.ts';

const { resolve } = createRequire(import.meta.url);

/** The meaning of a refusal, and what to do about it, by its reason. */
const refusalWords = readWords<RefusalsWords>(path.dirname(resolve('@guildhall/contracts/refusals/en.json')));

const COMPLETE_WITHIN_MS = 1_000;
const DEFER_AFTER_MS = 1_500;
/** A slow database may also be slow at keeping what was promised; the promise itself cannot wait for it. */
const KEEP_WITHIN_MS = 1_000;

export async function answerInteraction(
  ctx: AppContext,
  act: UserInteraction,
  requestId: string,
): Promise<InteractionAnswer> {
  if (act.type === 4) {
    // Cannot be promised; without an answer, the person types on.
    const completed = completeOption(ctx, act).catch((err) => {
      ctx.log.warn({ err, requestId }, 'completing an option');
      return [];
    });
    return choicesAnswer(await Promise.race([completed, delay(COMPLETE_WITHIN_MS, [])]));
  }
  const answer = answered(ctx, act, { requestId, isFirst: true });
  const early = await Promise.race([answer, delay(DEFER_AFTER_MS)]);
  if (early) return 'form' in early ? formAnswer(early.form) : privateReply(early.reply);
  const kept = keepInteraction(ctx, act);
  void finish(ctx, act, answer, kept);
  await Promise.race([kept.catch(() => {}), delay(KEEP_WITHIN_MS)]);
  return deferredReply();
}

async function finish(
  ctx: AppContext,
  act: UserInteraction,
  answer: Promise<ReplyOrForm>,
  kept: Promise<void>,
): Promise<void> {
  try {
    const done = await answer;
    await kept;
    await editFirstAnswer(ctx, act, 'form' in done ? busy(act) : done.reply);
  } catch (err) {
    // The job tries again, as long as the reply can still be shown.
    ctx.log.warn({ err, interaction: act.id }, 'a deferred answer was not shown');
  }
}

/** The job: does again what was wanted, which every verb bears, and shows the answer. */
export async function finishAnswer(ctx: AppContext, { interactionId }: { interactionId: string }): Promise<void> {
  const act = await openKeptInteraction(ctx, interactionId);
  if (!act) return;
  const done = await answered(ctx, act, { requestId: interactionId, isFirst: false });
  await editFirstAnswer(ctx, act, 'form' in done ? busy(act) : done.reply);
}

/** A form can only be the first answer. */
const busy = (act: UserInteraction): Reply => ({ content: discordWords(languageOf(act.locale)).refusals.busy });

async function answered(ctx: AppContext, act: UserInteraction, attempt: Attempt): Promise<ReplyOrForm> {
  let caller: DiscordCaller | undefined;
  try {
    caller = await discordCallerOf(ctx.sql, act);
    await takeTurn(ctx, caller, attempt);
    await takeOverRaiders(ctx, caller);
    if (act.type === 3 || act.type === 5) return await answerPress(ctx, act, caller, attempt);
    if (act.type === 2) return { reply: await answerCommand(ctx, act, caller, attempt) };
    return { reply: { content: discordWords(caller.language).refusals.outOfDate } };
  } catch (error) {
    const language = caller?.language ?? languageOf(act.locale);
    return { reply: refusalText(ctx, error, { language, requestId: attempt.requestId }) };
  }
}

async function takeTurn({ limits, sign }: AppContext, caller: DiscordCaller, { isFirst }: Attempt): Promise<void> {
  if (!isFirst) return;
  if (caller.actor) await limits.take('discordPress', caller.actor.userId);
  else await limits.take('discordStranger', sign(`stranger ${caller.discordUserId}`));
}

/** Steps that are taken on our pages: Discord has no place for them. */
const ON_A_PAGE: readonly NextStep[] = ['signIn', 'signInAgain', 'linkGame', 'join'];

type RefusalContext = { language: Language; requestId: string };

/** Says in the person's language what is wrong and what to do; a fault of ours says no more than its number. */
function refusalText({ log, config }: AppContext, error: unknown, { language, requestId }: RefusalContext): Reply {
  const refusal = error instanceof ZodError ? invalidInput(error) : asAppError(error);
  const { refusals, buttons } = discordWords(language);
  if (!refusal) {
    log.error({ err: error, requestId }, 'interaction');
    return { content: refusals.fault({ requestId }) };
  }
  const { code, reason, retryAfterSeconds = 5 } = refusal;
  if (code === 'TOO_MANY_REQUESTS') return { content: refusals.waitSeconds({ seconds: retryAfterSeconds }) };
  if (!reason || reason === 'busy') return { content: refusals.busy };
  const isMembership = reason === 'not_a_member' || reason === 'character_not_in_guild';
  const content = isMembership ? refusals.notMember : refusalWords(language)[reason];
  if (!isMembership && !ON_A_PAGE.includes(nextStepOf({ reason }))) return { content };
  const page = [{ type: 2, style: 5, label: buttons.page, url: config.baseUrl } as const];
  return { content, components: [{ type: 1, components: page }] };
}

// Answers what people press, choose and send in forms: always to them alone, with what it came to.

type Press = Extract<UserInteraction, { type: 3 | 5 }>;

async function answerPress(ctx: AppContext, act: Press, caller: DiscordCaller, attempt: Attempt): Promise<ReplyOrForm> {
  const words = discordWords(caller.language);
  const id = parseCustomId(act.data.custom_id);
  if (!id) return { reply: { content: words.refusals.outOfDate } };
  if (id.kind === 'works') return { reply: { content: words.works } };
  const { actor, guilds } = caller;
  // A person may have answered before they had an account, and not be a member yet.
  const answered =
    !actor || id.kind === 'forget' || guilds.some(({ isMember }) => !isMember)
      ? await answerStranger(ctx, act, caller, id, attempt)
      : null;
  if (answered) return answered;
  if (!actor) return { reply: await askToLink(ctx, caller, wishOf(id)) };
  const known = { ...caller, actor };
  if (id.kind === 'mute') {
    await muteEventMails(ctx, actor, id.parts[0]);
    return { reply: { content: words.muted({ address: `${ctx.config.baseUrl}/me/notifications` }) } };
  }
  // Buttons of a time before they had an account.
  if (id.kind === 'who' || id.kind === 'forget') return { reply: { content: words.refusals.outOfDate } };
  if (id.kind === 'events' || id.kind === 'roster' || id.kind === 'wish' || id.kind === 'unwish') {
    const guild = caller.guilds.find((one) => one.id === id.parts[0]);
    return {
      reply: guild
        ? await answerInGuild(ctx, { act, at: known, attempt, guild }, id)
        : { content: caller.isDirect ? words.refusals.notMember : words.refusals.noServer },
    };
  }
  const chosen = act.type === 3 ? act.data.values : [];
  const taking = { act, at: await callerAtEvent(ctx, known, id.parts[0]), attempt };
  switch (id.kind) {
    case 'mine':
      return { reply: await showAnswer(ctx, taking.at) };
    case 'event':
      return { reply: await showEvent(ctx, taking.at) };
    case 'jobs':
      return { reply: await showJobs(ctx, taking.at) };
    case 'signup':
      return { reply: await signUpFromDiscord(ctx, taking, { role: id.parts[1] }) };
    case 'character': {
      const [characterId = 'ask'] = chosen;
      return { reply: await signUpFromDiscord(ctx, taking, { role: id.parts[1], characterId }) };
    }
    case 'answer':
      return { reply: await declineFromDiscord(ctx, taking, id.parts[1]) };
    case 'late':
      return act.type === 3
        ? lateForm(ctx, taking.at)
        : { reply: await reportLate(ctx, taking, fieldsOf(act.data.components)) };
    case 'reserves':
      return { reply: await showReserves(ctx, taking.at) };
    case 'reserve': {
      const [, count] = id.parts;
      if (act.type === 5) {
        const typed = fieldsOf(act.data.components).get('item')?.trim() ?? '';
        return { reply: await reserveNamed(ctx, taking, { typed, count }) };
      }
      const [itemId] = chosen.map(Number);
      return itemId === undefined
        ? reserveForm(ctx, taking.at, count)
        : { reply: await reserveItem(ctx, taking, { itemId, count }) };
    }
    case 'unreserve':
      return { reply: await giveUpReserves(ctx, taking, chosen.map(Number)) };
  }
}

type OfGuild = Extract<CustomId, { kind: 'events' | 'roster' | 'wish' | 'unwish' }>;

/** Lists and wishes, which belong to a guild that is connected with the server of the press. */
async function answerInGuild(ctx: AppContext, wishing: Wishing, id: OfGuild): Promise<Reply> {
  const { act, at, guild } = wishing;
  const chosen = act.type === 3 ? act.data.values : [];
  switch (id.kind) {
    case 'events':
      return replyWithEvents(ctx, at, guild, { page: id.parts[1] });
    case 'roster':
      return replyWithRoster(ctx, at, guild, { page: id.parts[1] });
    case 'wish':
      return wishFor(ctx, wishing, { itemId: Number(chosen[0]), track: id.parts[1], place: id.parts[2] });
    case 'unwish':
      return dropWishes(ctx, wishing, chosen);
  }
}

/** The answer to an event that a caller without an account meant to give. */
function wishOf(id: CustomId) {
  switch (id.kind) {
    case 'who':
      return { eventId: id.parts[0], status: id.parts[1], roleKey: id.parts[2] };
    case 'answer':
      return { eventId: id.parts[0], status: id.parts[1], roleKey: null };
    case 'signup':
    case 'character':
      return { eventId: id.parts[0], status: 'signed_up' as const, roleKey: id.parts[1] };
    case 'late':
    case 'mine':
    case 'event':
      return { eventId: id.parts[0], status: 'signed_up' as const, roleKey: null };
    default:
      return undefined;
  }
}
