import type { Answer } from '../answer.ts';
import { apiError } from '../fault-answers.ts';
import { bearerOf, headerOf, type SimulatorRequest } from '../request.ts';
import type { Tokens } from '../signed-token.ts';
import type { World } from '../world.ts';
import { regions } from '../world-model.ts';
import { namespaceFor, namespaceOf } from './namespace.ts';
import { findDocument } from './routes.ts';
import { type Document, localeOf, type Scene, schemas } from './scene.ts';

/** A fault that supplies the document, or alters it once it is written: then the answer is never a 304. */
export type Replaced = {
  /** Number of the fault's rule. */
  serial: number;
  /** Last-Modified in epoch milliseconds; if omitted, later than that of every answer before. */
  dated: number | undefined;
} & ({ kind: 'served'; body: unknown } | { kind: 'altered' });

type BattlenetApi = (request: SimulatorRequest, replaced?: Replaced) => Answer;

/**
 * `/battlenet/api/{region}/…`: checks the token, then the namespace, then finds the document, then compares
 * If-Modified-Since.
 */
export function createBattlenetApi(origin: string, world: World, tokens: Tokens): BattlenetApi {
  const written = new Map<string, { modified: number; body: Buffer }>();
  const dates = createDates();

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

  return (request, replaced) => {
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
    // A server that is behind sends its older document in full.
    const isWhole = replaced?.kind === 'altered' || replaced?.dated !== undefined;
    const since = isWhole ? undefined : headerOf(request, 'if-modified-since');
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
    const address = `${gameVersion} ${request.path}`;
    if (replaced?.kind === 'served') {
      const modified = dates.ofFault(address, replaced, typeof document === 'object' ? document.modified : FIRST_DATE);
      return dated(modified, since, base, () => JSON.stringify(replaced.body));
    }
    if (document === 'forbidden') return apiError(403, base);
    if (!document) return apiError(404, base);

    const headers: Record<string, string> = {
      'Battlenet-Namespace': namespaceFor(category, gameVersion, region),
      'Battlenet-Schema': document.schema,
      'Battlenet-Schema-Revision': String(schemas[document.schema]),
    };
    if (document.maxAge !== null) headers['Cache-Control'] = `public, max-age=${document.maxAge}`;
    const modified = replaced
      ? dates.ofFault(address, replaced, document.modified)
      : dates.ofWorld(address, document.modified, since);
    return dated(modified, since, headers, () => write(document, scene));
  };
}

function dated(
  modified: number,
  since: string | undefined,
  base: Record<string, string>,
  body: () => string | Buffer,
): Answer {
  const headers = { ...base, 'Last-Modified': new Date(modified).toUTCString() };
  // An invalid date is NaN, so every comparison with it is false.
  if (since !== undefined && Date.parse(since) >= modified) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'Content-Type': 'application/json;charset=UTF-8' }, body: body() };
}

const FIRST_DATE = Date.UTC(2001, 0, 1);

/**
 * Last-Modified of each address: when a fault replaces a document, and when the document comes back, the date is later
 * than before, as if the platform had written it anew. A client that still has the document's own date gets a 304.
 */
function createDates() {
  const latest = new Map<string, { source: string; modified: number; invented: Set<number> }>();

  function next(address: string, source: string, modified: number) {
    const last = latest.get(address) ?? { source: '', modified: 0, invented: new Set() };
    if (last.source === source) return last;
    const entry = { source, modified: Math.max(modified, last.modified + 1000), invented: last.invented };
    latest.set(address, entry);
    return entry;
  }

  return {
    ofFault(address: string, { serial, dated }: Pick<Replaced, 'serial' | 'dated'>, modified: number): number {
      if (dated !== undefined) return dated;
      const entry = next(address, `fault ${serial}`, modified + 1000);
      entry.invented.add(entry.modified);
      return entry.modified;
    },
    ofWorld(address: string, modified: number, since: string | undefined): number {
      if (!latest.has(address)) return modified;
      const entry = next(address, `world ${modified}`, modified);
      if (entry.modified !== modified) entry.invented.add(entry.modified);
      const isOwn = since !== undefined && Date.parse(since) === modified && !entry.invented.has(modified);
      return isOwn ? modified : entry.modified;
    },
  };
}
