/**
 * Pictures of the platform. Their addresses come out of its answers, so that none is trusted: only hosts that are listed
 * are asked, nothing is followed elsewhere, and what comes has to be a small picture in a few seconds.
 */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { mayAsk } from '../core/media-hosts.ts';

type Options = { hosts: string[]; signal: AbortSignal };

const MAX_BYTES = 1024 * 1024;
const LIMIT_MS = 5_000;

/** Undefined when the platform does not have it, or nothing that may be asked for. Throws BattlenetError. */
export async function fetchMedia(address: string, { hosts, signal }: Options): Promise<Buffer | undefined> {
  const url = URL.parse(address);
  if (!url || !mayAsk(url, hosts)) return undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  try {
    const response = await fetch(url, { redirect: 'manual', signal: limit, headers: { Accept: 'image/*' } });
    const isPicture = response.status === 200 && /^image\//i.test(response.headers.get('content-type') ?? '');
    const picture = isPicture ? await boundedBytes(response) : undefined;
    if (!picture) await response.body?.cancel();
    if (response.status === 429 || response.status >= 500) throw unavailable(url, `HTTP ${response.status}`);
    return picture;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof BattlenetError ? error : unavailable(url, 'no answer');
  }
}

async function boundedBytes(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unavailable = ({ pathname }: URL, reason: string) =>
  new BattlenetError('unavailable', { path: pathname, reason });
