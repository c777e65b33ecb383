/**
 * `pnpm dev`: serves the client with hot reload on port 5173, in front of the server, which restarts when one of its
 * files changes. Browsers, mails and providers all use the client's address, so that one sign-in serves both.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

const port = 5173;
const root = path.join(import.meta.dirname, '../..');
const server = `http://localhost:${process.env.PORT || 4000}`;
const { BASE_URL = `http://localhost:${port}` } = process.env;

const vite = await createServer({
  configFile: path.join(import.meta.dirname, 'vite.config.ts'),
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/trpc', '/docs', '/dev', '/admin/queues', '/socket.io'].map((prefix) => [
        `^${prefix}(/|$|\\?)`,
        { target: server, ws: prefix === '/socket.io' },
      ]),
    ),
  },
});
await vite.listen();

// The server finds its REST routes in the committed document, which has to know a changed procedure at once.
const document = ['--import', './apps/server/src/app/maintenance/write-openapi.ts'];
const watching = ['--watch', '--watch-preserve-output'];
const child = spawn(process.execPath, [...watching, ...document, 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, BASE_URL, SERVE_WEB: 'false' },
});
child.once('exit', (code) => void vite.close().then(() => process.exit(code ?? 0)));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
