/** Secrets of endpoints, and signatures after Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export const newSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** Binds a sealed text to its row and column. */
export const sealContext = (endpointId: string, field: 'address' | 'secret') => `${endpointId}|webhook|${field}`;

/** The headers that identify and sign one attempt. */
export function signedHeaders(id: string, body: string, secrets: string[], at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
