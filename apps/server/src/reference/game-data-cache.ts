/**
 * Answers about the game, the same for everybody. They are kept in every process, and forgotten in every process when a
 * sync has changed something: all at once, because each is kept under the name of its generation.
 */
import { createHash } from 'node:crypto';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';

export type GameData<T> = { etag: string; data: T };

const GENERATION = 'game-data';
/** For when the word to forget is lost on its way. */
const TTL_MS = 300_000;

/** Changes whenever anything that is known of the game does. */
export const gameDataGeneration = ({ cache }: AppContext): Promise<string> =>
  cache.getOrLoad(GENERATION, TTL_MS, async () => uuidv7());

export async function cachedGameData<T>(ctx: AppContext, key: string, load: () => Promise<T>): Promise<GameData<T>> {
  const generation = await gameDataGeneration(ctx);
  return ctx.cache.getOrLoad(`${GENERATION}:${generation}:${key}`, TTL_MS, async () => {
    const data = await load();
    // Of the content: the same answer keeps its name through any number of syncs.
    const hash = createHash('sha256').update(JSON.stringify(data)).digest('base64url');
    return { etag: `"${hash}"`, data };
  });
}

export function forgetGameData({ cache }: AppContext): void {
  cache.forget(GENERATION);
}
