import type { SimulatorRequest } from './request.ts';

export type Client = { id: string; secret: string };

/**
 * The client of a token request, from `Authorization: Basic` or the form. Accepts any non-empty pair except one with
 * the secret `wrong`.
 */
export function clientOf(request: SimulatorRequest, form: URLSearchParams): Client | undefined {
  const client = fromHeader(request.headers.authorization) ?? {
    id: form.get('client_id') ?? '',
    secret: form.get('client_secret') ?? '',
  };
  return client.id !== '' && client.secret !== '' && client.secret !== 'wrong' ? client : undefined;
}

function fromHeader(header: string | undefined): Client | undefined {
  const encoded = /^basic ([\w+/=-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? { id: '', secret: '' } : { id: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}
