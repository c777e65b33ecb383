/** Uploads, as honest and as malicious clients send them. */
import { glob } from 'node:fs/promises';
import path from 'node:path';
import type supertest from 'supertest';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';

export const AVATAR = '/api/v1/auth/me/avatar';

export function uploadAvatar(person: Person, picture: Buffer, filename = 'picture.png'): supertest.Test {
  return person.request('post', AVATAR).attach('image', picture, { filename });
}

export const BOUNDARY = 'frontier';

/** A multipart body of handwritten parts. */
export function formOf(...parts: (string | Buffer)[]): Buffer {
  const lines = parts.flatMap((part) => [Buffer.from(`--${BOUNDARY}\r\n`), Buffer.from(part), Buffer.from('\r\n')]);
  return Buffer.concat([...lines, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** A part with a custom header. */
export function partOf(disposition: string, content: Buffer | string, type = 'image/png'): Buffer {
  const head = `Content-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content)]);
}

export async function postForm(
  app: TestApp,
  person: Person,
  body: Buffer | ReadableStream,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
) {
  const response = await fetch(`${app.url}${AVATAR}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, ...(type ? { 'content-type': type } : {}) },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
  });
  // Either a profile or a refusal; expectations fail if it is neither.
  const answer = (await response.json()) as { reason?: string; avatarUrl: string };
  return { status: response.status, body: answer };
}

/** Every file in the app's storage, as `id/size.webp`. */
export async function storedFiles(app: TestApp): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('*/*', { cwd: path.join(app.config.dataDir, 'storage/images') })) files.push(file);
  return files;
}
