/** `pnpm openapi`: writes the documents of the API and of the socket that are committed beside the server. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serializedOpenApiDocument } from '../../core/http/openapi.ts';
import { serializedAsyncApiDocument } from '../../core/realtime/asyncapi.ts';
import { apiReference } from '../api-reference.ts';
import { appRouter } from '../router.ts';

const beside = (name: string) => path.join(import.meta.dirname, '../../..', name);
await writeFile(beside('openapi.json'), serializedOpenApiDocument(appRouter, apiReference));
await writeFile(beside('asyncapi.json'), serializedAsyncApiDocument());
