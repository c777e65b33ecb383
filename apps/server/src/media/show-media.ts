/** Pictures of the platforms, fetched once a week, re-encoded, and kept in the storage. */
import { createHash } from 'node:crypto';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { AppError, notFound } from '../core/errors.ts';
import { createGate } from '../core/gate.ts';
import type { AppContext } from '../core/services/context.ts';
import { fetchMedia } from './fetch-media.ts';
import { currentWeek, mediaFile, readMedia } from './media-files.ts';

/** No picture of the platforms is larger. */
const LARGEST = 1600;
const MISSING_MS = 10 * 60_000;
/** Avatars of people who sign in with Discord. */
const DISCORD = 'cdn.discordapp.com';

/** A page of faces asks for many pictures at once; the platform is asked for a few at a time. */
const inTurn = createGate({ capacity: 6, waiting: 500, patienceMs: 20_000 });

/**
 * The platforms replace a picture under its address, so each week asks again; a platform that does not answer leaves
 * last week's. Throws NOT_FOUND `image_not_found`, and SERVICE_UNAVAILABLE when there is none to show.
 */
export async function showMedia(ctx: AppContext, address: string): Promise<Buffer> {
  const week = currentWeek();
  const hash = createHash('sha256').update(address).digest('hex');
  const kept = await readMedia(ctx.storage, week, hash);
  if (kept) return kept;
  try {
    // A picture that the platform does not have is remembered, too.
    const found = await ctx.cache.getOrLoad(`media ${week} ${hash}`, MISSING_MS, () => keep(ctx, address, week, hash));
    const webp = found ? await readMedia(ctx.storage, week, hash) : undefined;
    if (webp) return webp;
  } catch (error) {
    const older = await readMedia(ctx.storage, week - 1, hash);
    if (older) return older;
    if (!(error instanceof BattlenetError)) throw error;
    const message = 'The platform that keeps this picture does not answer. Try again in a minute.';
    throw new AppError('SERVICE_UNAVAILABLE', 'platform_unavailable', message, { retryAfterSeconds: 60, cause: error });
  }
  throw notFound('image_not_found', 'The platform has no such picture.');
}

const keep = ({ config, storage, stopping }: AppContext, address: string, week: number, hash: string) =>
  inTurn(1, async () => {
    const hosts = [...config.battlenet.mediaHosts, DISCORD];
    const source = await fetchMedia(address, { hosts, signal: stopping.signal });
    // Loaded with the first picture: the decoders take 9 MB.
    const { encodePicture } = await import('../images/encode-picture.ts');
    const encoded = source && (await encodePicture(source, { sizes: [LARGEST], fit: 'inside' }).catch(unreadable));
    if (encoded) await storage.write(mediaFile(week, hash), encoded.files[0].webp);
    return encoded !== undefined;
  });

function unreadable(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'BAD_REQUEST') return undefined;
  throw error;
}
