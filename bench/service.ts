/** The service as a production process, on a database of the benchmark. */
import { mkdir } from 'node:fs/promises';
import { type Child, freePort, startChild, untilAnswers } from './child.ts';

export type Server = { origin: string; child: Child };

/** The flags of `pnpm start` and of the image. */
export const FLAGS = ['--expose-gc', '--max-semi-space-size=16', '--heap-growing-percent=100', '--v8-pool-size=2'];

/** The image and the units set it. */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

export async function startService(
  stack: AsyncDisposableStack,
  databaseUrl: string,
  folder: string,
  profileFolder: string | undefined,
  role: 'web' | 'worker' = 'web',
): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  if (profileFolder) await mkdir(profileFolder, { recursive: true });
  const child = stack.use(
    startChild('apps/server/src/main.ts', [], {
      flags: [...FLAGS, ...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [])],
      environment: {
        NODE_ENV: 'production',
        ...ALLOCATOR,
        SERVE_WEB: 'false',
        ROLES: role,
        HOST: '127.0.0.1',
        PORT: String(port),
        WORKER_PORT: String(port),
        BASE_URL: origin,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        TRUST_PROXY_HOPS: '1',
        // The benchmark measures the service, not its rate limits.
        RATE_LIMIT_ANONYMOUS: '1000000',
        RATE_LIMIT_PERSON: '1000000',
        AUTH_SECRET: 'benchmark'.repeat(4),
        ENCRYPTION_KEY: 'benchmark'.repeat(4).slice(0, 32),
      },
    }),
  );
  await untilAnswers(child, `${origin}/readyz`);
  return { origin, child };
}
