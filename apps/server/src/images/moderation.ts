/** Decides whether a picture may be shown, and who makes that decision. Every provider fails closed. */

import { AppError } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { isFlagged, ModerationUnavailable } from './moderation-api.ts';

/** The status of a picture that was not refused. */
export type Admission = 'approved' | 'pending';

/** Throws BAD_REQUEST `moderation_failed`, SERVICE_UNAVAILABLE `moderation_unavailable`. */
export async function moderate({ config, log }: AppContext, webp: Buffer): Promise<Admission> {
  switch (config.moderation.provider) {
    case 'off':
      return 'approved';
    case 'manual':
      return 'pending';
    case 'openai':
      try {
        if (await isFlagged(config.moderation, webp)) throw moderationFailed();
        return 'approved';
      } catch (error) {
        if (!(error instanceof ModerationUnavailable)) throw error;
        log.warn({ err: error }, 'image moderation');
        throw new AppError(
          'SERVICE_UNAVAILABLE',
          'moderation_unavailable',
          'Pictures cannot be checked at the moment, so none is taken. Try again in a minute.',
          { retryAfterSeconds: 60 },
        );
      }
  }
}

export const moderationFailed = () =>
  new AppError('BAD_REQUEST', 'moderation_failed', 'This picture is not suitable here. Choose another one.');
