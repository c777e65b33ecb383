/**
 * Fetches pictures of the platform. Their addresses come from its answers, so none is trusted: only listed hosts are
 * asked, no redirect is followed, and the answer has to be a small picture within a few seconds.
 */

import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { isForNow } from '@guildhall/contracts/refusal-scope.ts';
import { getStreamAsBuffer, MaxBufferError } from 'get-stream';
import { isMediaHost } from '../../core/media-hosts.ts';

type Options = { hosts: string[]; signal: AbortSignal };

const maxBuffer = 3 * 1024 * 1024;
const LIMIT_MS = 5_000;

/** Undefined when the platform does not have it, or the address may not be asked. Throws BattlenetError. */
export async function fetchMedia(address: string, { hosts, signal }: Options): Promise<Buffer | undefined> {
  const url = URL.parse(address);
  if (!url || !isMediaHost(url, hosts)) return undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  try {
    const response = await fetch(url, { redirect: 'manual', signal: limit, headers: { Accept: 'image/*' } });
    const isPicture = response.status === 200 && /^image\//i.test(response.headers.get('content-type') ?? '');
    const picture = isPicture && response.body ? await boundedBytes(response.body) : undefined;
    if (!isPicture) await response.body?.cancel();
    if (isForNow(response.status)) throw unavailable(url, `HTTP ${response.status}`);
    return picture;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof BattlenetError ? error : unavailable(url, 'no answer');
  }
}

const unavailable = ({ pathname }: URL, reason: string) =>
  new BattlenetError('unavailable', { path: pathname, reason });

const boundedBytes = (body: ReadableStream<Uint8Array>) =>
  getStreamAsBuffer(body, { maxBuffer }).catch((error: unknown) => {
    if (error instanceof MaxBufferError) return undefined;
    throw error;
  });
