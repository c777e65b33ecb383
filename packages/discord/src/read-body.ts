/** An answer arrived that cannot be read as text. */
export class BadBody extends Error {}

/** A user document has about 1 kB; past this it is an attack or a mistake. Counted after decompression. */
const maxBodyBytes = 1024 * 1024;

/** The whole body as text, given up when `limit` fires. Throws `BadBody`, the reason of `limit`, or a network error. */
export async function readBody(response: Response, limit: AbortSignal): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  // Of our own accord: fetch follows a signal weakly, and may leave a read pending that is aborted while the body stalls.
  const stop = () => void reader.cancel().catch(() => {});
  limit.addEventListener('abort', stop, { once: true });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      limit.throwIfAborted();
      if (done) return decode(Buffer.concat(chunks, size));
      size += value.byteLength;
      if (size > maxBodyBytes) {
        stop();
        throw new BadBody(`more than ${maxBodyBytes} bytes`);
      }
      chunks.push(value);
    }
  } finally {
    limit.removeEventListener('abort', stop);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadBody('not UTF-8');
  }
}
