/** Pictures of the platforms, fetched once a week, re-encoded, and kept in the storage. */
import { createHash } from 'node:crypto';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { createGate } from '../../core/gate.ts';
import { BudgetExhausted, createPlatformBudget } from '../../core/platform/platform-budget.ts';
import { isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { itemPictured } from '../../core/services/picture-url.ts';
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
 * last week's. The picture of an item stays what it is, and is kept while people look at it. Throws NOT_FOUND
 * `image_not_found`, and SERVICE_UNAVAILABLE when there is none to show.
 */
export async function showMedia(ctx: AppContext, address: string): Promise<Buffer> {
  const week = currentWeek();
  const hash = createHash('sha256').update(address).digest('hex');
  const kept = await readMedia(ctx.storage, week, hash);
  if (kept) return kept;
  const item = itemPictured(address);
  const lastWeeks = item ? await readMedia(ctx.storage, week - 1, hash) : undefined;
  if (lastWeeks) {
    await ctx.storage.write(mediaFile(week, hash), lastWeeks);
    return lastWeeks;
  }
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

const keep = (ctx: AppContext, address: string, week: number, hash: string) =>
  inTurn(1, async () => {
    const { config, storage, stopping } = ctx;
    const hosts = [...config.battlenet.mediaHosts, DISCORD];
    const item = itemPictured(address);
    const found = item ? await iconOf(ctx, item) : address;
    const source = found && (await fetchMedia(found, { hosts, signal: stopping.signal }));
    // Loaded with the first picture: the decoders take 9 MB.
    const { encodePicture } = await import('../images/encode-picture.ts');
    const encoded = source && (await encodePicture(source, { sizes: [LARGEST], fit: 'inside' }).catch(unreadable));
    stopping.signal.throwIfAborted();
    if (encoded) await storage.write(mediaFile(week, hash), encoded.files[0].webp);
    return encoded !== undefined;
  });

/** A share of the requests to the platform: people who browse characters leave the rest to the syncs. */
const ITEMS = { perSecond: 10, perHour: 1_500, interactiveShare: 0 };
const ITEM_PATIENCE_MS = 10_000;

/** The address of an item's picture; undefined if it has none. Throws BattlenetError. */
async function iconOf(ctx: AppContext, { gameVersion, itemId }: NonNullable<ReturnType<typeof itemPictured>>) {
  const { sql, battlenet, config, stopping } = ctx;
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ITEM_PATIENCE_MS)]);
  try {
    await createPlatformBudget(sql, 'item-pictures', ITEMS).take('interactive', signal);
    const { data } = await battlenet.itemMedia({ region: config.battlenet.region, gameVersion, signal }, itemId);
    return data.assets.find(({ key }) => key === 'icon')?.value;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    stopping.signal.throwIfAborted();
    if (error !== signal.reason && !(error instanceof BudgetExhausted)) throw error;
    throw new BattlenetError('unavailable', {
      path: `/data/wow/media/item/${itemId}`,
      reason: 'the budget is used up',
    });
  }
}

function unreadable(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'BAD_REQUEST') return undefined;
  throw error;
}
