/**
 * Caches public answers as bytes, by route and parsed input, so that differently spelled addresses share an answer. A
 * repeated question is answered without building the answer again. When the generation of the underlying data changes,
 * the whole cache is dropped.
 */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { ZodType } from 'zod';
import type { AppContext } from '../services/context.ts';
import { sendJson } from './compression.ts';
import { showPublic } from './public-answer.ts';
import { countOpen, type Meta } from './trpc.ts';

type Remembered = { etag: string; body: Buffer };
type Procedure = { _def: { meta?: Meta; inputs: ZodType[] } };

/** Far more than all possible answers need. */
const MAX_BYTES = 32 * 1024 * 1024;

type Options = {
  procedures: AnyTRPCRouter;
  /** Covers the routes whose REST path begins like this. */
  below: string;
  generationOf: () => Promise<string>;
};

export function responseCache(ctx: AppContext, { procedures, below, generationOf }: Options): RequestHandler {
  const all: Procedure[] = Object.values(procedures._def.procedures);
  const inputs = new Map<string, ZodType | undefined>();
  for (const { _def } of all) {
    const path = _def.meta?.openapi?.path;
    if (path?.startsWith(below)) inputs.set(path, _def.inputs[0]);
  }
  const answers = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });
  let generation = '';

  return async (req, res, next) => {
    const key = req.method === 'GET' ? keyOf(req, inputs.get(req.path)) : undefined;
    if (key === undefined) return next();
    const current = await generationOf();
    if (current !== generation) answers.clear();
    generation = current;
    const answer = answers.get(key);
    if (answer) {
      await countOpen(ctx, res);
      showPublic(res, answer.etag);
      return sendJson(req, res, answer.body);
    }
    const end = res.end.bind(res);
    res.end = ((chunk: string) => {
      const etag = res.getHeader('ETag');
      const isWhole = res.statusCode === 200 && typeof etag === 'string';
      if (isWhole && generation === current) answers.set(key, { etag, body: Buffer.from(chunk) });
      return end(chunk);
    }) as typeof res.end;
    next();
  };
}

/** Undefined for other routes, and for input that the procedure will refuse. */
function keyOf(req: Request, schema: ZodType | undefined): string | undefined {
  if (!schema) return undefined;
  const query = new URLSearchParams(req.originalUrl.split('?')[1]);
  const input = Object.fromEntries(query);
  if (Object.keys(input).length < query.size) return undefined;
  const parsed = schema.safeParse(input);
  return parsed.success ? `${req.path}?${JSON.stringify(parsed.data)}` : undefined;
}
