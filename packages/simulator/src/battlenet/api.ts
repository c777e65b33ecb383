import type { Answer } from '../answer.ts';
import { apiError } from '../fault-answers.ts';
import { bearerOf, headerOf, type SimulatorRequest } from '../request.ts';
import type { Tokens } from '../signed-token.ts';
import type { World } from '../world.ts';
import { regions } from '../world-model.ts';
import { namespaceFor, namespaceOf } from './namespace.ts';
import { findDocument } from './routes.ts';
import { type Document, localeOf, type Scene, schemas } from './scene.ts';

/** The body that a `serve` fault supplies, with the number of its rule. */
type Served = { body: unknown; serial: number };

type BattlenetApi = (
  request: SimulatorRequest,
  options?: { served?: Served | undefined; unconditional?: boolean },
) => Answer;

/**
 * `/battlenet/api/{region}/…`: checks the token, then the namespace, then finds the document, then compares
 * If-Modified-Since.
 */
export function createBattlenetApi(origin: string, world: World, tokens: Tokens): BattlenetApi {
  const written = new Map<string, { modified: number; body: Buffer }>();

  function write(document: Document, scene: Scene): string | Buffer {
    if (document.cacheKey === null) return JSON.stringify(document.body());
    const key = `${scene.region}/${scene.gameVersion}/${scene.locale}/${document.cacheKey}`;
    const kept = written.get(key);
    if (kept?.modified === document.modified) return kept.body;
    // Serialized once: a roster of 1,000 members is some 600 kB, and many requests ask for the same one.
    const body = Buffer.from(JSON.stringify(document.body()));
    written.set(key, { modified: document.modified, body });
    return body;
  }

  return (request, { served, unconditional = false } = {}) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return apiError(405);
    if (request.segments === null) return apiError(400);
    const [, , regionText, ...parts] = request.segments;
    const region = regions.find((entry) => entry === regionText);
    if (!region) return apiError(404);
    const token = tokens.read(bearerOf(request));
    if (token?.platform !== 'battlenet' || token.use === 'refresh') return apiError(401);
    const namespace = namespaceOf(request);
    if (namespace?.region !== region) return apiError(403);

    const base = { 'Battlenet-Namespace': namespace.text };
    const since = unconditional ? undefined : headerOf(request, 'if-modified-since');
    if (served) return servedAnswer(served, since, base);
    const { category, gameVersion } = namespace;
    const scene: Scene = {
      world,
      origin,
      region,
      gameVersion,
      locale: localeOf(request.query.get('locale')),
      token,
    };
    const document = findDocument(scene, category, parts);
    if (document === 'forbidden') return apiError(403, base);
    if (!document) return apiError(404, base);

    const headers: Record<string, string> = {
      'Battlenet-Namespace': namespaceFor(category, gameVersion, region),
      'Battlenet-Schema': document.schema,
      'Battlenet-Schema-Revision': String(schemas[document.schema]),
      'Last-Modified': new Date(document.modified).toUTCString(),
    };
    if (document.maxAge !== null) headers['Cache-Control'] = `public, max-age=${document.maxAge}`;
    // An invalid date is NaN, so every comparison with it is false.
    if (since !== undefined && Date.parse(since) >= document.modified) return { status: 304, headers, body: null };
    headers['Content-Type'] = 'application/json;charset=UTF-8';
    return { status: 200, headers, body: write(document, scene) };
  };
}

/**
 * Dates a served body in the distant past, one second later with every rule: a client that has the world's document
 * still gets the served body, and gets the document again once the rule is gone.
 */
function servedAnswer({ body, serial }: Served, since: string | undefined, base: Record<string, string>): Answer {
  const modified = new Date(Date.UTC(2001, 0, 1) + serial * 1000).toUTCString();
  const headers = { ...base, 'Last-Modified': modified };
  if (since === modified) return { status: 304, headers, body: null };
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(body),
  };
}
