import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookRefused } from './webhooks.ts';

const BODY = '{"type":"post.changed"}';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The message of a sender who signs with this key. */
function signedWith(key: Uint8Array) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${BODY}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

test.each([
  ['is not base64', 'whsec_change-me'],
  ['is empty', 'whsec_'],
  ['has no prefix', SECRET.replace('whsec_', '')],
  ['has a key of less than 24 bytes', 'whsec_changeme'],
  ['has spaces', `whsec_ ${SECRET.slice(6)}`],
  ['is unset', undefined],
])('H-04: a secret that %s verifies nothing, whatever key a forger guesses', async (_, secret) => {
  // As a program without types has it that reads an unset variable.
  const given = secret as string;
  const guesses = [
    new Uint8Array(),
    new Uint8Array(1),
    Buffer.from(given ?? ''),
    Buffer.from(SECRET.slice(6), 'base64'),
  ];
  for (const guess of guesses) {
    const verified = verifyWebhook(given, signedWith(guess), BODY);
    await expect(verified).rejects.toThrow(WebhookRefused);
    await expect(verified).rejects.toThrow('whsec_');
  }
});

test('H-04: one bad secret among several refuses every message, and none at all likewise', async () => {
  const headers = signedWith(Buffer.alloc(32, 7));
  expect(await verifyWebhook(SECRET, headers, BODY)).toEqual({ type: 'post.changed' });
  await expect(verifyWebhook([SECRET, 'whsec_old'], headers, BODY)).rejects.toThrow('whsec_');
  await expect(verifyWebhook([], headers, BODY)).rejects.toThrow('whsec_');
});

test('a signature that is not base64 fits nothing', async () => {
  const headers = { ...signedWith(Buffer.alloc(32, 7)), 'webhook-signature': 'v1,not~base64' };
  await expect(verifyWebhook(SECRET, headers, BODY)).rejects.toThrow('No signature');
});
