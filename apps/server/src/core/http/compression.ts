/** Saves traffic: compresses answers, and does not resend them to a client that has them. */
import { hash } from 'node:crypto';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { isNotModified } from './not-modified.ts';

/**
 * Compresses JSON and text from one kilobyte. Answers to changes stay uncompressed, because they alone carry secrets:
 * compressed together with text that the caller controls, their size would reveal them.
 */
export const compressResponses: RequestHandler = compression({
  threshold: 1024,
  filter: (req, res) => (req.method === 'GET' || req.method === 'HEAD') && compression.filter(req, res),
});

/**
 * Sends an answer that is written in pieces, as tRPC does, in one: with its length, in one system call, and compressed
 * only if it is long enough. A client that asks for a stream gets one.
 */
export const sendInOnePiece: RequestHandler = (req, res, next) => {
  if (req.headers['trpc-accept'] === 'application/jsonl') return next();
  const pieces: Buffer[] = [];
  const end = res.end.bind(res);
  const keep = (piece: unknown) => {
    if (typeof piece === 'string') pieces.push(Buffer.from(piece));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  res.write = ((piece: unknown) => {
    keep(piece);
    return true;
  }) as typeof res.write;
  res.end = ((piece: unknown) => {
    keep(piece);
    if (pieces.length === 0) return end();
    const whole = Buffer.concat(pieces);
    if (!res.headersSent) res.setHeader('Content-Length', whole.length);
    return end(whole);
  }) as typeof res.end;
  next();
};

/**
 * Sets an ETag for programs, so that an unchanged answer need not be sent again. Browsers keep `no-store`, because
 * another person may use them next.
 */
export function setEntityTag(req: Request, res: Response, body: string): void {
  const isProgram = req.headers.authorization !== undefined;
  const isDownload = res.hasHeader('Content-Disposition');
  // Probes count against no limit, and their answers change every time.
  const isProbe = !res.hasHeader('RateLimit-Limit');
  if (!isProgram || isDownload || isProbe || req.method !== 'GET' || res.statusCode !== 200) return;
  if (res.hasHeader('ETag') || res.locals.hasNoValidator === true) return;
  res.setHeader('ETag', `W/"${hash('sha1', body, 'base64url')}"`);
  res.setHeader('Cache-Control', 'private, no-cache');
  res.vary('Authorization');
}

/** Sends JSON, or tells a client that it has it. */
export function sendJson(req: Request, res: Response, body: string | Buffer): void {
  if (isNotModified(req, res)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(body);
}
