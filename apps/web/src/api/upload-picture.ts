import { TRPCClientError } from '@trpc/client';

/** tRPC cannot send files. Turns a refusal into the error that any other request would throw. */
export async function uploadPicture(picture: File): Promise<void> {
  const form = new FormData();
  form.append('image', picture);
  const response = await fetch('/api/v1/auth/me/avatar', { method: 'POST', body: form });
  if (response.ok) return;
  const body = await response.json();
  throw new TRPCClientError(body.message, {
    result: { error: { code: 0, message: body.message, data: { ...body, httpStatus: response.status } } },
    meta: { response },
  });
}
