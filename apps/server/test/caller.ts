/** One-line requests as one person, by bearer token. */
import type { TestApp } from './app.ts';

type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Headers; body: Json };
export type Call = (method: string, path: string, body?: Json, headers?: Record<string, string>) => Promise<Answer>;

export function callerOf(app: Pick<TestApp, 'url'>, token: string): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${app.url}${path.startsWith('/trpc') ? '' : '/api/v1'}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: json ? (JSON.parse(text) ?? {}) : {} };
  };
}
