/** Sends the request of one line of the table as one caller. */
import type { TestApp } from '../app.ts';
import type { Place } from '../members.ts';
import type { Request } from './rows.ts';

export type Answer = { status: number; reason: unknown };

export async function ask(
  app: Pick<TestApp, 'url'>,
  route: string,
  place: Place,
  token: string | null,
  request: Request,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const { params = {}, query = {}, body } = request;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? place.id);
  const asJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(`${app.url}/api/v1${address}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: asJson ? JSON.stringify(body) : (body ?? (method === 'GET' || method === 'DELETE' ? null : '{}')),
  });
  const answered = (await response.json()) as { reason?: string } | null;
  return { status: response.status, reason: answered?.reason };
}
