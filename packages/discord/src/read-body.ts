import { getStreamAsBuffer, MaxBufferError } from 'get-stream';

/** An answer arrived that cannot be read as text. */
export class BadBody extends Error {}

/** A user document has about 1 kB; past this it is an attack or a mistake. Counted after decompression. */
const maxBuffer = 1024 * 1024;

/** The whole body as text, given up when `limit` fires. Throws `BadBody`, the reason of `limit`, or a network error. */
export async function readBody(response: Response, limit: AbortSignal): Promise<string> {
  if (!response.body) return '';
  // Piped, because fetch itself may leave a read pending that is aborted while the body stalls.
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
