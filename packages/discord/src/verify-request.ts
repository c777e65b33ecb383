import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Allows for clock drift. Discord never repeats a request, so an older one is a replay. */
const WINDOW_MS = 5 * 60_000;

export type RequestVerdict = 'genuine' | 'forged' | 'stale';

type Signed = { signature: string | undefined; timestamp: string | undefined; body: Buffer };

/**
 * Checks the Ed25519 signature of a request of Discord over its timestamp and raw body. `publicKeys` are those of the
 * developer portal, 64 hexadecimal digits each; any of them may have signed.
 */
export function createRequestCheck(publicKeys: string[]): (request: Signed, now?: number) => RequestVerdict {
  const keys = publicKeys.map(keyOf);
  return ({ signature, timestamp, body }, now = Date.now()) => {
    if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return 'forged';
    if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return 'forged';
    const message = Buffer.concat([Buffer.from(timestamp), body]);
    const bytes = Buffer.from(signature, 'hex');
    if (!keys.some((key) => verify(null, message, key, bytes))) return 'forged';
    return Math.abs(now - Number(timestamp) * 1000) > WINDOW_MS ? 'stale' : 'genuine';
  };
}

function keyOf(publicKey: string): KeyObject {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
