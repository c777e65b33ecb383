import type { ErrorBody } from '@guildhall/contracts/errors.ts';
import { TRPCClientError } from '@trpc/client';
import { fetchWithWords } from './fetch-with-words.ts';

/** tRPC cannot send files. `field` is the one that the route reads. Turns a refusal into the error that any other request would throw. */
export async function uploadFile<Answer>(address: `/api/v1/${string}`, file: Blob, field = 'image'): Promise<Answer> {
  const form = new FormData();
  form.append(field, file);
  const response = await fetchWithWords(address, { method: 'POST', body: form }).catch((cause: unknown) => {
    throw new TRPCClientError('The request did not arrive', cause instanceof Error ? { cause } : {});
  });
  // Something between here and the service may have answered, in a form of its own.
  const body = await response.json().catch(() => (response.status === 413 ? TOO_LARGE : undefined));
  if (response.ok && body !== undefined) return body;
  const message = body?.message ?? response.statusText;
  throw new TRPCClientError(message, {
    ...(body && { result: { error: { code: 0, message, data: { ...body, httpStatus: response.status } } } }),
    meta: { response },
  });
}

const TOO_LARGE: Partial<ErrorBody> = { reason: 'file_too_large', message: 'The file is too large.' };
