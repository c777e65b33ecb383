/** `pnpm openapi`: writes the document committed with the server. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serializedOpenApiDocument } from './core/http/openapi.ts';
import { appRouter } from './router.ts';
import { apiReference } from './routes.ts';

await writeFile(path.join(import.meta.dirname, '../openapi.json'), serializedOpenApiDocument(appRouter, apiReference));
