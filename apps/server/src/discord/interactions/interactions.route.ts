/** Where Discord sends what people press and type: in front of every parser, because the raw bytes are signed. */
import { Interaction, pong } from '@guildhall/discord/interaction.ts';
import { createRequestCheck } from '@guildhall/discord/verify-request.ts';
import express, { type RequestHandler, Router } from 'express';
import { requestIdOf } from '../../core/http/error-response.ts';
import type { AppContext } from '../../core/services/context.ts';
import { answerInteraction } from './answer-interaction.ts';

const BODY_LIMIT = 256 * 1024;

/**
 * A wrong signature is always 401 and never counted: Discord sends wrong ones on purpose, all of its requests come from
 * few addresses, and it removes an endpoint that answers anything else.
 */
export function interactionsRoute(ctx: AppContext): RequestHandler {
  const router = Router({ caseSensitive: true });
  const { publicKeys, app } = ctx.config.discord;
  if (publicKeys.length === 0) return router;
  const verdictOn = createRequestCheck(publicKeys);

  router.post('/discord/interactions', express.raw({ limit: BODY_LIMIT, type: () => true }), async (req, res) => {
    const body: Buffer = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const signature = req.get('X-Signature-Ed25519');
    const timestamp = req.get('X-Signature-Timestamp');
    const verdict = verdictOn({ signature, timestamp, body });
    if (verdict === 'stale') {
      ctx.log.warn({ timestamp }, 'Discord request outside of five minutes: a repeated one, or a clock that is wrong');
    }
    if (verdict !== 'genuine') return void res.status(401).send('invalid request signature');
    const interaction = Interaction.safeParse(json(body));
    if (!interaction.success) {
      ctx.log.warn({ issues: interaction.error.issues.slice(0, 5) }, 'Discord sent an interaction we do not know');
      return void res.status(400).send('unknown interaction');
    }
    const { data } = interaction;
    if (data.application_id !== app?.clientId) return void res.status(401).send('another application');
    res.setHeader('Cache-Control', 'no-store');
    res.json(data.type === 1 ? pong : await answerInteraction(ctx, data, requestIdOf(res)));
  });
  return router;
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
