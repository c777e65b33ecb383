/** Decides whether a picture may be shown, and who makes that decision. Every provider fails closed. */
import getStream from 'get-stream';
import { z } from 'zod';
import { AppError, badRequest } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';

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
  badRequest('moderation_failed', 'This picture is not suitable here. Choose another one.');

/** https://platform.openai.com/docs/api-reference/moderations/create */
const MODEL = 'omni-moderation-latest';
const LIMIT_MS = 8_000;
const MAX_ANSWER_LENGTH = 256 * 1024;

const Answer = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) });

type Api = { url: string; apiKey: string | undefined };

/** No usable answer in time, whatever the cause. The message quotes nothing of the answer. */
export class ModerationUnavailable extends Error {}

/** Whether the service objects to a WebP picture. Throws ModerationUnavailable. */
export async function isFlagged({ url, apiKey }: Api, webp: Buffer, limitMs = LIMIT_MS): Promise<boolean> {
  const picture = `data:image/webp;base64,${webp.toString('base64')}`;
  try {
    const response = await fetch(`${url}/v1/moderations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify({ model: MODEL, input: [{ type: 'image_url', image_url: { url: picture } }] }),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ModerationUnavailable(`The moderation service answered ${response.status}`);
    }
    const text = response.body ? await getStream(response.body, { maxBuffer: MAX_ANSWER_LENGTH }) : '';
    const { results } = Answer.parse(JSON.parse(text));
    return results.some(({ flagged }) => flagged);
  } catch (error) {
    if (error instanceof ModerationUnavailable) throw error;
    const kind = error instanceof Error ? error.name : 'unknown';
    throw new ModerationUnavailable(`No usable answer of the moderation service (${kind})`);
  }
}
