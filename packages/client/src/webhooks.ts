/**
 * Verifies the service's webhooks by the Standard Webhooks convention, in Node 20 and later and in every runtime with
 * Web Crypto.
 */
import type { WebhookMessage } from '@guildhall/contracts/webhook.ts';

export type { WebhookMessage } from '@guildhall/contracts/webhook.ts';
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A message that cannot be trusted; `message` says why. Answer it with 401. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const TOLERANCE_SECONDS = 300;

/** The shortest key that Standard Webhooks allows; the service's have 32 bytes. */
const KEY_BYTES = 24;

/**
 * Returns the message if a signature matches one of the secrets and it was sent within the last five minutes. `rawBody`
 * is the body as received, before any parser. `type` of the message says which shape `data` has; ignore unknown types. A
 * message can arrive twice, with the same `webhook-id`. Throws WebhookRefused, also for every message if one of the
 * secrets is not a secret of the service.
 */
export async function verifyWebhook(
  secrets: string | string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  now: Date = new Date(),
): Promise<WebhookMessage> {
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw badSecret();
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signature = headerOf(headers, 'webhook-signature');
  if (!id || !timestamp || !signature) throw new WebhookRefused('The headers of a webhook are missing.');
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > TOLERANCE_SECONDS) {
    throw new WebhookRefused('The message is too old, or from the future. Check the clock.');
  }
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const given = signature
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? [bytesOf(part.slice(3))] : []))
    .filter((bytes) => bytes !== null);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const raw of keys) {
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const bytes of given) {
      // Compares in constant time. The service signs nothing but its messages, which may be of types of later versions.
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return JSON.parse(text) as WebhookMessage;
    }
  }
  throw new WebhookRefused('No signature fits. Check the secret, and that the body is the one that came.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Programs without types pass an unset variable as it is. */
function keyOf(secret: unknown): Uint8Array<ArrayBuffer> {
  const [, base64] = /^whsec_(.+)$/.exec(String(secret)) ?? [];
  const key = base64 === undefined ? null : bytesOf(base64);
  if (!key || key.length < KEY_BYTES) throw badSecret();
  return key;
}

/** Never a key made from text that is none: a forger could make the same. */
function badSecret(): WebhookRefused {
  return new WebhookRefused(
    'The secret is not one of Guildhall: it is whsec_ and base64, as it was shown when the webhook was added. Copy it again, or replace it.',
  );
}

/** Null for text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
