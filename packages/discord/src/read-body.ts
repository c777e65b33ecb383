import { getStreamAsBuffer, MaxBufferError } from 'get-stream';

/** The body of a response cannot be read as text. */
export class BadBody extends Error {}

/** A user document is about 1 kB; anything beyond this is an attack or a mistake. Counted after decompression. */
const maxBuffer = 1024 * 1024;

/**
 * Reads the whole body as text, aborting when `limit` fires. Throws `BadBody`, the reason of `limit`, or a network
 * error.
 */
export async function readBody(response: Response, limit: AbortSignal): Promise<string> {
  if (!response.body) return '';
  // Piped, because fetch itself can leave a read pending when it is aborted while the body stalls.
  const body = response.body.pipeThrough(new TransformStream(), { signal: limit });
  const bytes = await getStreamAsBuffer(body, { maxBuffer }).catch((error: unknown) => {
    throw error instanceof MaxBufferError ? new BadBody(`more than ${maxBuffer} bytes`) : error;
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadBody('not UTF-8');
  }
}
