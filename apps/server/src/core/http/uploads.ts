/**
 * Reads one uploaded file out of a multipart request into memory. Nothing is stored before the whole file has arrived
 * and passed its checks, so an interrupted upload leaves nothing behind.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { Actor } from '../actor.ts';
import { AppError, badRequest } from '../errors.ts';
import { createGate } from '../gate.ts';
import type { AppContext } from '../services/context.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The megabytes of uploads that may be in memory. Each person uploads one file at a time, so that their slow uploads
 * delay no other request. Further ones wait in the network, unread, and are told to come back before the request times out.
 */
const inTurn = createGate({ capacity: 15, waiting: 200, patienceMs: 15_000 });

/**
 * Counts an upload against the caller's limit, receives it, and passes the bytes on. Throws TOO_MANY_REQUESTS,
 * SERVICE_UNAVAILABLE `busy`, and the errors of the form and of the change.
 */
export async function receiveUpload<T>(
  ctx: AppContext,
  actor: Actor,
  req: IncomingMessage,
  { field, change }: { field: string; change: (bytes: Buffer) => Promise<T> },
): Promise<T> {
  await ctx.limits.take('upload', actor.userId);
  const changeReceived = async () => change(await readUpload(req, { field, maxBytes: MAX_BYTES }));
  return inTurn(megabytesOf(req), changeReceived, actor.userId);
}

/** The declared size up to the maximum, or the maximum if none is declared. */
function megabytesOf({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length'] ?? MAX_BYTES);
  return Math.max(1, Math.ceil(Math.min(declared || 0, MAX_BYTES) / (1024 * 1024)));
}

/** The body and the credentials of such a request in the API reference. */
export const uploadOf = (field: string): Pick<ZodOpenApiOperationObject, 'security' | 'requestBody'> => ({
  security: [{ session: [] }, { bearer: [] }],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: [field],
          properties: { [field]: { type: 'string', format: 'binary', description: 'One file of at most 5 MB' } },
        },
      },
    },
  },
});

type UploadRule = { field: string; maxBytes: number };

/** Boundaries and part headers around the file. */
const ENVELOPE_BYTES = 16 * 1024;

/** The file in `field`, the only part of the form. Throws BAD_REQUEST, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE. */
async function readUpload(req: IncomingMessage, { field, maxBytes }: UploadRule): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? Number.NaN);
  const maxBody = maxBytes + ENVELOPE_BYTES;
  const form = openForm(req, field, maxBytes);
  if (declared > maxBody) throw tooLarge(maxBytes);

  // Allocated once instead of collected and joined: the system provides the pages as they are written.
  const file = Buffer.allocUnsafeSlow(Math.min(Number.isNaN(declared) ? maxBytes : declared, maxBytes));
  let received: number | undefined;
  let refusal: AppError | undefined;
  const refuse = (error: AppError) => {
    refusal ??= error;
  };

  form.on('file', (name, content) => {
    if (name !== field) refuse(invalid(`The file is in the wrong field. Put it into the field "${field}".`));
    received = 0;
    content.on('data', (chunk: Buffer) => {
      if (!refusal) received = (received ?? 0) + chunk.copy(file, received);
    });
    // A file over the limit ends like any other, only shorter.
    content.on('limit', () => refuse(tooLarge(maxBytes)));
    // It fails together with the form, which reports the error.
    content.on('error', () => undefined);
  });
  form.on('field', () => refuse(invalid(`Send nothing but the file, in the field "${field}".`)));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => refuse(invalid('Send one file and nothing else.')));
  }

  try {
    await pipeline(
      bodyOf(req, maxBody, tooLarge(maxBytes), () => refusal),
      form,
    );
  } catch (error) {
    throw error instanceof AppError ? error : invalid('The form is incomplete or malformed. Send it again.');
  } finally {
    // Drains the rest, so that the answer reaches a client that reads only after sending everything.
    req.resume();
  }
  if (refusal) throw refusal;
  if (received === undefined) throw invalid(`A file in the field "${field}" is missing.`);
  if (received === 0) throw invalid('The file is empty. Choose another one.');
  return file.subarray(0, received);
}

function openForm(req: IncomingMessage, field: string, maxBytes: number): Busboy {
  if (!/^multipart\/form-data *(;|$)/i.test(req.headers['content-type'] ?? '')) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'invalid_upload',
      `Send multipart/form-data with the file in the field "${field}".`,
    );
  }
  try {
    return busboy({
      headers: req.headers,
      // One more than allowed, because the parser calls a file that exactly reaches its limit truncated.
      limits: {
        files: 1,
        fileSize: maxBytes + 1,
        fields: 1,
        fieldSize: 1024,
        fieldNameSize: 100,
        parts: 3,
        headerPairs: 20,
      },
    });
  } catch {
    throw invalid('The Content-Type has no usable boundary. Let your HTTP client set it.');
  }
}

/** The body as it arrives. Throws the pending refusal, and leaves the connection open for the answer. */
async function* bodyOf(req: IncomingMessage, maxBody: number, tooLong: AppError, refused: () => AppError | undefined) {
  const body: AsyncIterable<Buffer> = req.iterator({ destroyOnReturn: false });
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    const refusal = total > maxBody ? tooLong : refused();
    if (refusal) throw refusal;
    yield chunk;
  }
}

const invalid = (message: string) => badRequest('invalid_upload', message);

const tooLarge = (maxBytes: number) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    'file_too_large',
    `The file is larger than ${maxBytes / 1024 / 1024} MB. Send a smaller one.`,
  );
