import type { RequestHandler } from 'express';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../services/metrics.ts';
import { uuidv7 } from '../uuid.ts';
import { pathOfTarget } from './request-path.ts';

/** As long as one of our tokens: a longer part may be one, e.g. an invite code. */
const LONG = /[^/]{43,}/g;

/** Gives every request an id and logs its outcome: method and path, never the query or a part that may be a token. */
export function requestLog(log: Logger, metrics: Metrics): RequestHandler {
  return (req, res, next) => {
    const requestId = uuidv7();
    res.locals.requestId = requestId;
    res.setHeader('X-Request-Id', requestId);
    const started = performance.now();
    const { method } = req;
    const path = pathOfTarget(req.url).replace(LONG, '[long]');
    res.once('finish', () => {
      const ms = performance.now() - started;
      metrics.request(String(res.locals.procedure ?? 'none'), method, res.statusCode, ms / 1000);
      const entry = { requestId, method, path, status: res.statusCode, ms: Math.round(ms) };
      if (res.statusCode >= 500) log.warn(entry, 'request');
      else log.debug(entry, 'request');
    });
    next();
  };
}
