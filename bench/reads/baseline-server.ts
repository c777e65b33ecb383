/**
 * The hand-written baseline: these routes alone, written with `node:http` and `pg`. It sends the same queries as the
 * service, as named prepared statements, and returns the same bytes. Parameters: database address, port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { readCharacter } from './baseline-character.ts';
import { readDetail } from './baseline-detail.ts';
import { readEncounters } from './baseline-encounters.ts';
import { readEvents } from './baseline-events.ts';
import { readProfile } from './baseline-profile.ts';
import { readRoster } from './baseline-roster.ts';
import { type Query, signedInUser } from './baseline-session.ts';

const [databaseUrl, port] = process.argv.slice(2);
// The service's default number of connections.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const query: Query = async (name, text, values) => (await pool.query({ name, text, values })).rows;

const ORGANIZATION = /^\/api\/v1\/organizations\/([0-9a-f-]{36})(\/roster)?$/;

const CHARACTER = /^\/api\/v1\/characters\/([0-9a-f-]{36})$/;

const EVENTS = /^\/api\/v1\/organizations\/([0-9a-f-]{36})\/events$/;

async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
  const url = new URL(request.url ?? '/', 'http://baseline');
  if (url.pathname === '/livez') return [200, { status: 'ok' }];
  if (url.pathname === '/api/v1/game-data/encounters') return readEncounters(query, url.searchParams);
  const user = await signedInUser(query, request.headers.authorization);
  if (!user) return [401, { code: 'UNAUTHORIZED' }];
  const [, organizationId, roster] = ORGANIZATION.exec(url.pathname) ?? [];
  if (organizationId) return (roster ? readRoster : readDetail)(query, user, organizationId, url.searchParams);
  const [, guildId] = EVENTS.exec(url.pathname) ?? [];
  if (guildId) return readEvents(query, user, guildId, url.searchParams);
  const [, characterId] = CHARACTER.exec(url.pathname) ?? [];
  if (characterId) return readCharacter(query, user, characterId);
  if (url.pathname === '/api/v1/auth/me') return readProfile(query, user);
  return [404, { code: 'NOT_FOUND' }];
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => send(response, status, body),
    (error: unknown) => {
      console.error(error);
      send(response, 500, { code: 'INTERNAL_SERVER_ERROR' });
    },
  );
});
server.listen(Number(port), '127.0.0.1');

process.once('SIGINT', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
