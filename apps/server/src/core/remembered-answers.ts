/**
 * Public answers as bytes, by their whole address. Whoever asks what was asked before gets it without an input being parsed
 * or an answer being built again. They are forgotten together when the generation of what they are made of changes.
 */
import type { Request, RequestHandler, Response } from 'express';
import { showPublic } from './public-answer.ts';

type Remembered = { etag: string; body: Buffer };

/** Far more than all answers there are; addresses that differ and mean the same shall not fill the memory. */
const MAX_BYTES = 32 * 1024 * 1024;

export function rememberedAnswers(generationOf: () => Promise<string>): RequestHandler {
  const answers = new Map<string, Remembered>();
  let bytes = 0;
  let generation = '';

  function forgetAll(): void {
    answers.clear();
    bytes = 0;
  }

  function remember(address: string, answer: Remembered): void {
    if (bytes + answer.body.length > MAX_BYTES) forgetAll();
    answers.set(address, answer);
    bytes += answer.body.length;
  }

  return async (req, res, next) => {
    const current = await generationOf();
    if (current !== generation) forgetAll();
    generation = current;
    const answer = req.method === 'GET' ? answers.get(req.originalUrl) : undefined;
    if (answer) return repeat(req, res, answer);
    const end = res.end.bind(res);
    res.end = ((chunk: string) => {
      const etag = res.getHeader('ETag');
      const isWhole = req.method === 'GET' && res.statusCode === 200 && typeof etag === 'string';
      if (isWhole && generation === current) remember(req.originalUrl, { etag, body: Buffer.from(chunk) });
      return end(chunk);
    }) as typeof res.end;
    next();
  };
}

function repeat(req: Request, res: Response, { etag, body }: Remembered): void {
  showPublic(res, etag);
  if (req.fresh) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', body.length);
  res.end(body);
}
