import { TRPCClientError } from '@trpc/client';

/** tRPC cannot send files. Turns a refusal into the error that any other request would throw. */
export async function uploadPicture<Answer>(address: `/api/v1/${string}`, picture: File): Promise<Answer> {
  const form = new FormData();
  form.append('image', picture);
  const response = await fetch(address, { method: 'POST', body: form });
  const body = await response.json();
  if (response.ok) return body;
  throw new TRPCClientError(body.message, {
    result: { error: { code: 0, message: body.message, data: { ...body, httpStatus: response.status } } },
    meta: { response },
  });
}
