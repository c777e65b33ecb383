/**
 * The load generator, a separate process so that the measured service cannot slow it down. Closed loop: every
 * connection sends its next request once the previous response is complete.
 */
import { Agent, request as open } from 'node:http';
import type { LoadOrder, LoadResult } from './load-messages.ts';

// Messages come only from `load-client.ts`, which sends nothing else.
process.on('message', async (order: LoadOrder) => {
  process.send?.(await generate(order));
});
process.once('SIGINT', () => process.exit());

async function generate({ origin, paths, tokens, bodies = [], connections, seconds }: LoadOrder): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const urls = paths.map((path) => new URL(path, origin));
  const latencies: number[] = [];
  const failures: number[] = [];
  let sent = 0;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;

  const connection = async () => {
    let now = performance.now();
    do {
      const url = urls[sent % urls.length] ?? origin;
      const authorization = `Bearer ${tokens[sent % tokens.length]}`;
      const body = bodies[sent % bodies.length];
      sent += 1;
      const status = await request(url, authorization, agent, body);
      if (status === 200) latencies.push(performance.now() - now);
      else failures.push(status);
      now = performance.now();
    } while (now < until);
  };
  await Promise.all(Array.from({ length: connections }, connection));
  agent.destroy();
  return { latencies, failures, seconds: (performance.now() - startedAt) / 1000 };
}

/** Returns the status, 0 if the connection broke. */
function request(url: URL | string, authorization: string, agent: Agent, body?: object): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    const options = { method: body ? 'PUT' : 'GET', headers, agent, timeout: 10_000 };
    const sent = open(url, options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve(0));
    });
    sent.end(body && JSON.stringify(body));
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(0));
  });
}
