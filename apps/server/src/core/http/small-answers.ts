/** Answers that cost less on the way: compressed, and not sent again to a client that has them. */
import { createHash } from 'node:crypto';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/**
 * JSON and text from a kilobyte on. Secrets are told in answers to changes alone, and are left as they are: the size of a
 * compressed secret beside a text of the caller's would give it away.
 */
export const compressed: RequestHandler = compression({
  threshold: 1024,
  filter: (req, res) => (req.method === 'GET' || req.method === 'HEAD') && compression.filter(req, res),
});

/**
 * Names the answer to a program, so that the same one need not be sent again. Browsers keep `no-store`: another person may
 * use them next.
 */
export function nameAnswer(req: Request, res: Response, body: string): void {
  const isProgram = req.headers.authorization !== undefined;
  const isDownload = res.hasHeader('Content-Disposition');
  // Probes count against no limit, and their answers are new each time.
  const isProbe = !res.hasHeader('RateLimit-Limit');
  if (!isProgram || isDownload || isProbe || req.method !== 'GET' || res.statusCode !== 200) return;
  if (res.hasHeader('ETag')) return;
  res.setHeader('ETag', `W/"${createHash('sha1').update(body).digest('base64url')}"`);
  res.setHeader('Cache-Control', 'private, no-cache');
  res.vary('Authorization');
}
