/**
 * The hand-written baseline: two routes with `node:http` and `pg`, in SQL of their own, prepared by name. It checks the
 * session and answers what the service would, and leaves out everything around it: limits, log, metrics, checked inputs
 * and answers, languages. Parameters: database address, port.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';

const [databaseUrl, port] = process.argv.slice(2);
// The service's default number of connections.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const SESSION = `
  select s.user_id as "userId" from session s join app_user u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now()`;

const PROFILE = `
  select u.id, u.display_name as "displayName", u.email, u.email_verified_at as "emailVerifiedAt", u.is_admin as "isAdmin",
    u.locale, u.time_zone as "timeZone", u.bio, u.shares_with_guilds as "sharesWithGuilds", u.created_at as "createdAt",
    (select jsonb_agg(jsonb_build_object('providerId', a.provider_id, 'accountId', a.account_id,
      'displayName', a.display_name, 'linkedAt', a.created_at) order by a.created_at) from account a where a.user_id = u.id) as accounts
  from app_user u where u.id = $1`;

const CHARACTER = `
  select c.id, c.name, c.region, c.game_version as "gameVersion", c.gender, c.faction, c.level, c.role,
    jsonb_build_object('slug', c.realm_slug, 'name', r.names ->> 'en_US') as realm,
    jsonb_build_object('id', c.class_id, 'name', k.names ->> 'en_US') as class,
    jsonb_build_object('id', c.race_id, 'name', p.names ->> 'en_US') as race,
    jsonb_build_object('equipped', c.equipped_item_level, 'average', c.average_item_level) as "itemLevel",
    jsonb_build_object('id', c.spec_id, 'name', c.spec_name, 'role', c.role) as "activeSpec",
    jsonb_build_object('id', o.id, 'name', o.name, 'alias', o.alias, 'rank', e.rank) as guild,
    c.achievement_points as "achievementPoints", c.avatar_url as "avatarUrl", c.source, c.is_main as "isMain",
    c.verified_at is not null as verified, c.archived_at as "archivedAt", c.last_login_at as "lastLoginAt",
    (select jsonb_object_agg(s.section, jsonb_build_object('fetchedAt', s.fetched_at, 'status', s.status, 'nextAt', s.next_at))
      from character_section s where s.character_id = c.id) as freshness
  from character c
  left join realm r on r.region = c.region and r.slug = c.realm_slug and r.game_version = c.game_version
  left join playable_class k on k.id = c.class_id
  left join playable_race p on p.id = c.race_id
  left join organization o on o.id = c.guild_id
  left join roster_entry e on e.claimed_by_id = c.id and e.organization_id = c.guild_id
  where c.id = $2 and c.user_id = $1`;

const CHARACTER_PATH = /^\/api\/v1\/characters\/([0-9a-f-]{36})$/;

async function one(name: string, text: string, values: unknown[]): Promise<Record<string, unknown> | undefined> {
  return (await pool.query({ name, text, values })).rows[0];
}

async function answer({ url = '/', headers }: IncomingMessage): Promise<[status: number, body: unknown]> {
  if (url === '/livez') return [200, { status: 'ok' }];
  const [, token] = /^bearer +([A-Za-z0-9_-]{43})$/i.exec(headers.authorization ?? '') ?? [];
  const session = token && (await one('session', SESSION, [createHash('sha256').update(token).digest('hex')]));
  if (!session) return [401, { code: 'UNAUTHORIZED' }];
  const [, characterId] = CHARACTER_PATH.exec(url) ?? [];
  const found = characterId
    ? await one('character', CHARACTER, [session.userId, characterId])
    : url === '/api/v1/auth/me' && (await one('profile', PROFILE, [session.userId]));
  return found ? [200, found] : [404, { code: 'NOT_FOUND' }];
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
