/** `/api/v1/openapi.json` and its rendering at `/docs`, served without loading anything from other hosts. */
import { createRequire } from 'node:module';
import path from 'node:path';
import express, { Router } from 'express';

const assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Guildhall API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/docs/favicon-32x32.png"><link rel="stylesheet" href="/docs/swagger-ui.css"></head>
<body><main id="reference"></main><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`;
const START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, validatorUrl: null });`;
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** The documents by address; each is generated for the first person who asks. */
export function docs(documents: Record<string, () => object>): Router {
  const router = Router({ caseSensitive: true });
  for (const [address, generate] of Object.entries(documents)) {
    let text: Buffer | undefined;
    router.get(address, (_req, res) => {
      // As bytes: a text with one foreign letter takes twice the memory.
      text ??= Buffer.from(JSON.stringify(generate()));
      res.setHeader('Cache-Control', 'public, max-age=300');
      res.type('json').send(text);
    });
  }
  router.get(
    '/docs',
    (_req, res) => void res.setHeader('Content-Security-Policy', PAGE_POLICY).type('html').send(PAGE),
  );
  router.get('/docs/start.js', (_req, res) => void res.type('js').send(START));
  for (const asset of ASSETS) router.use(`/docs/${asset}`, express.static(path.join(assets, asset), { maxAge: '1d' }));
  return router;
}
