/**
 * Answers an interaction in time: Discord voids its token after three seconds. It is done at once, because a sign-up
 * takes milliseconds and the answer is then the truth; one that takes long is promised, and shown later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  choicesAnswer,
  deferredReply,
  type Form,
  formAnswer,
  type InteractionAnswer,
  privateReply,
  type Reply,
} from '@guildhall/discord/interaction.ts';
import { ZodError } from 'zod';
import { asAppError, invalidInput } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type Language, languageOf } from '../../core/services/spoken-languages.ts';
import { discordWords, refusalWords } from '../words/words.ts';
import { answerCommand } from './answer-command.ts';
import { answerPress } from './answer-press.ts';
import { completeOption } from './command-options.ts';
import { keepForLater, openInteraction, showLater } from './kept-interactions.ts';
import { type Act, type Presser, presserOf } from './presser.ts';

const COMPLETE_WITHIN_MS = 1_000;
const DEFER_AFTER_MS = 1_500;
/** A slow database may also be slow at keeping what was promised; the promise itself cannot wait for it. */
const KEEP_WITHIN_MS = 1_000;

export type Answered = { reply: Reply } | { form: Form };

export async function answerInteraction(ctx: AppContext, act: Act, requestId: string): Promise<InteractionAnswer> {
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
  const kept = keepForLater(ctx, act);
  void finish(ctx, act, answer, kept);
  await Promise.race([kept.catch(() => {}), delay(KEEP_WITHIN_MS)]);
  return deferredReply();
}

async function finish(ctx: AppContext, act: Act, answer: Promise<Answered>, kept: Promise<void>): Promise<void> {
  try {
    const done = await answer;
    await kept;
    await showLater(ctx, act, 'form' in done ? busy(act) : done.reply);
  } catch (err) {
    // The job tries again, as long as the reply can still be shown.
    ctx.log.warn({ err, interaction: act.id }, 'a deferred answer was not shown');
  }
}

/** The job: does again what was wanted, which every verb bears, and shows the answer. */
export async function finishAnswer(ctx: AppContext, { interactionId }: { interactionId: string }): Promise<void> {
  const act = await openInteraction(ctx, interactionId);
  if (!act) return;
  const done = await answered(ctx, act, { requestId: interactionId, isFirst: false });
  await showLater(ctx, act, 'form' in done ? busy(act) : done.reply);
}

/** A form can only be the first answer. */
const busy = (act: Act): Reply => ({ content: discordWords(languageOf(act.locale)).refusals.busy });

/** `isFirst` is false for an answer that is attempted again, whose claim is its own. */
export type Attempt = { requestId: string; isFirst: boolean };

async function answered(ctx: AppContext, act: Act, attempt: Attempt): Promise<Answered> {
  let presser: Presser | undefined;
  try {
    presser = await presserOf(ctx.sql, act);
    await takeTurn(ctx, presser, attempt);
    if (act.type === 3 || act.type === 5) return await answerPress(ctx, act, presser, attempt);
    if (act.type === 2) return { reply: await answerCommand(ctx, act, presser, attempt) };
    return { reply: { content: discordWords(presser.language).refusals.outOfDate } };
  } catch (error) {
    const language = presser?.language ?? languageOf(act.locale);
    return { reply: refusalText(ctx, error, { language, requestId: attempt.requestId }) };
  }
}

async function takeTurn({ limits }: AppContext, presser: Presser, { isFirst }: Attempt): Promise<void> {
  if (!isFirst) return;
  if (presser.actor) await limits.take('discordPress', presser.actor.userId);
  else await limits.take('discordStranger', presser.discordUserId);
}

type Told = { language: Language; requestId: string };

/** Says in the person's language what is wrong and what to do; a fault of ours says no more than its number. */
function refusalText({ log, config }: AppContext, error: unknown, { language, requestId }: Told): Reply {
  const refusal = error instanceof ZodError ? invalidInput(error) : asAppError(error);
  const { refusals, buttons } = discordWords(language);
  if (!refusal) {
    log.error({ err: error, requestId }, 'interaction');
    return { content: refusals.fault(requestId) };
  }
  const { code, reason, retryAfterSeconds = 5 } = refusal;
  if (code === 'TOO_MANY_REQUESTS') return { content: refusals.waitSeconds(retryAfterSeconds) };
  if (code === 'SERVICE_UNAVAILABLE') return { content: refusals.busy };
  const page = [{ type: 2, style: 5, label: buttons.page, url: config.baseUrl } as const];
  const isMembership = reason === 'not_a_member' || reason === 'character_not_in_guild';
  return {
    content: isMembership ? refusals.notMember : reason ? refusalWords(language)[reason] : refusals.busy,
    ...(isMembership ? { components: [{ type: 1, components: page }] } : {}),
  };
}
