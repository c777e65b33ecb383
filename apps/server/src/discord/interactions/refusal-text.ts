import type { Reply } from '@guildhall/discord/interaction.ts';
import { ZodError } from 'zod';
import { asAppError, invalidInput } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { Language } from '../words/languages.ts';
import { discordWords, refusalWords } from '../words/words.ts';

type Told = { language: Language; requestId: string };

/** Says in the person's language what is wrong and what to do; a fault of ours says no more than its number. */
export function refusalText({ log, config }: AppContext, error: unknown, { language, requestId }: Told): Reply {
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
