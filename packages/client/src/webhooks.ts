/**
 * Verifies the service's webhooks by the Standard Webhooks convention, in Node 20 and later and in every runtime with
 * Web Crypto.
 */

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A message that cannot be trusted; `message` says why. Answer it with 401. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const TOLERANCE_SECONDS = 300;

/**
 * Returns the message if a signature matches one of the secrets and it was sent within the last five minutes. `rawBody`
 * is the body as received, before any parser. A message can arrive twice, with the same `webhook-id`. Throws
 * WebhookRefused.
 */
export async function verifyWebhook<Message = unknown>(
  secrets: string | string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  now: Date = new Date(),
): Promise<Message> {
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
    .filter((part) => part.startsWith('v1,'))
    .map((part) => bytesOf(part.slice(3)));
  for (const secret of [secrets].flat()) {
    const key = await crypto.subtle.importKey(
      'raw',
      bytesOf(secret.replace(/^whsec_/, '')),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
    for (const bytes of given) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return JSON.parse(text) as Message;
    }
  }
  throw new WebhookRefused('No signature fits. Check the secret, and that the body is the one that came.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Text that is not base64 becomes bytes that match no signature. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array(1);
  }
}
