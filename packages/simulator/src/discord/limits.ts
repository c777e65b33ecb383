/** Discord's rate limits: buckets of a route and its channel or server with their headers, and one over all routes. */
import { type Answer, jsonAnswer } from '../answer.ts';

export type Bucket = { name: string; limit: number; perMs: number };

/** As observed; Discord documents no numbers and sends them in headers. */
const buckets: [method: string, path: RegExp, bucket: Bucket][] = [
  ['POST', /^channels\/\d+\/messages$/, { name: 'messages-post', limit: 5, perMs: 5_000 }],
  ['PATCH', /^channels\/\d+\/messages\/\d+$/, { name: 'messages-patch', limit: 5, perMs: 5_000 }],
  ['DELETE', /^channels\/\d+\/messages\/\d+$/, { name: 'messages-delete', limit: 5, perMs: 1_000 }],
];

type Window = { startedAt: number; used: number };

export type Limits = ReturnType<typeof createLimits>;

export function createLimits(pace: { perSecond: number }, now: () => number = Date.now) {
  const windows = new Map<string, Window>();

  function use(key: string, { limit, perMs }: Omit<Bucket, 'name'>): { left: number; resetMs: number } {
    const at = now();
    let window = windows.get(key);
    if (!window || at >= window.startedAt + perMs) {
      window = { startedAt: at, used: 0 };
      windows.set(key, window);
    }
    window.used += 1;
    return { left: limit - window.used, resetMs: window.startedAt + perMs - at };
  }

  /** Counts a request. `refused` is the 429 to answer; `headers` belong on any other answer. */
  return function take(method: string, place: string): { refused: Answer } | { headers: Record<string, string> } {
    const everywhere = use('global', { limit: pace.perSecond, perMs: 1_000 });
    if (everywhere.left < 0) return { refused: tooMany('global', everywhere.resetMs) };
    const bucket = buckets.find(([verb, path]) => verb === method && path.test(place))?.[2];
    if (!bucket) return { headers: {} };
    const { left, resetMs } = use(`${bucket.name} ${place.split('/')[1]}`, bucket);
    const headers = {
      'X-RateLimit-Limit': String(bucket.limit),
      'X-RateLimit-Remaining': String(Math.max(0, left)),
      'X-RateLimit-Reset': ((now() + resetMs) / 1_000).toFixed(3),
      'X-RateLimit-Reset-After': (resetMs / 1_000).toFixed(3),
      'X-RateLimit-Bucket': bucket.name,
    };
    return left < 0 ? { refused: tooMany('user', resetMs, headers) } : { headers };
  };
}

export type LimitScope = 'user' | 'global' | 'shared';

/** A 429. One with scope `shared` does not count against the bot. */
export function tooMany(scope: LimitScope, waitMs: number, headers: Record<string, string> = {}, code = 0): Answer {
  const seconds = waitMs / 1_000;
  return jsonAnswer(
    429,
    {
      message:
        code === 30_046
          ? 'Maximum number of edits to messages older than 1 hour reached. Try again later.'
          : 'You are being rate limited.',
      retry_after: Number(seconds.toFixed(3)),
      global: scope === 'global',
      ...(code === 0 ? {} : { code }),
    },
    {
      ...headers,
      'Retry-After': String(Math.ceil(seconds)),
      'X-RateLimit-Scope': scope,
      ...(scope === 'global' ? { 'X-RateLimit-Global': 'true' } : {}),
    },
  );
}
