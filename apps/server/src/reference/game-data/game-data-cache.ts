/**
 * Answers about the game, the same for all callers. Every process caches them under the name of their generation; a sync
 * that changes something starts a new generation, which drops all of them in every process.
 */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';

type GameData<T> = { etag: string; data: T };

const GENERATION = 'game-data';
/** In case the message to forget is lost. */
const TTL_MS = 300_000;

/** Changes whenever any data about the game does. */
export const gameDataGeneration = ({ cache }: AppContext): Promise<string> =>
  cache.getOrLoad(GENERATION, TTL_MS, async () => uuidv7());

export async function cachedGameData<T>(ctx: AppContext, key: string, load: () => Promise<T>): Promise<GameData<T>> {
  const generation = await gameDataGeneration(ctx);
  return ctx.cache.getOrLoad(`${GENERATION}:${generation}:${key}`, TTL_MS, async () => {
    const data = await load();
    // Hashes the content, so that the same answer keeps its name through any number of syncs.
    const hash = createHash('sha256').update(JSON.stringify(data)).digest('base64url');
    return { etag: `"${hash}"`, data };
  });
}

export function forgetGameData({ cache }: AppContext): void {
  cache.forget(GENERATION);
}
