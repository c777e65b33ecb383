// biome-ignore-all format: a table, a protection a line.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code.
/**
 * For each protection of `docs/security.md`: the code whose removal disables it, and the test that then fails. `remove`
 * occurs in its file exactly once, which `test/security-doc.test.ts` checks. If you move such a line, update it here
 * too.
 */
type Change = { file: string; remove: string; put?: string };
export type Protection = { id: string; changes: Change[]; test: string; name: string };

const server = (file: string) =>
  file.startsWith('packages/') ? file : `apps/server/${file.startsWith('test/') ? file : `src/${file}`}`;

/**
 * Paths are relative to `apps/server/src`, or begin with `packages` or `test`; `test` has no `.test.ts`; `name` is part of a
 * title.
 */
function without(id: string, file: string, remove: string, put: string, test: string, name = id): Protection {
  return { id, changes: [{ file: server(file), remove, put }], test: `${server(test)}.test.ts`, name };
}

const also = (protection: Protection, file: string, remove: string, put = ''): Protection => ({
  ...protection,
  changes: [...protection.changes, { file: server(file), remove, put }],
});

export const protections: Protection[] = [
  without('S-01', 'auth/sessions.ts', 'const token = randomToken();', "const token = 'x'.repeat(43);", 'auth/sessions', 'S-01: signing in again'),
  without('S-02', 'core/secrets.ts', "hash('sha256', token)", 'token', 'auth/sessions'),
  without('S-03', 'auth/credentials.ts', "if (token && cookie && token !== cookie) return { kind: 'ambiguous' };", '', 'auth/credentials'),
  without('S-04', 'auth/sessions.ts', 'await sql.run(EXTEND, [tokenHash, expiresAt]);',
    `await sql.run(statement\`insert into session (token_hash, id, user_id, scope, slides, expires_at, created_at, last_used_at)
      select $1, uuidv7(), id, 'write', true, $2, now(), now() from app_user on conflict (token_hash) do nothing\`, [tokenHash, expiresAt]);`,
    'auth/sessions'),
  without('S-05', 'core/realtime/realtime.ts', 'if (!allowed || !alive.has(sessionId)) socket.disconnect(true);', 'if (!allowed) socket.disconnect(true);', 'auth/tokens', 'S-05: a revoked session'),
  without('S-05', 'account/start-erasure.ts', 'update app_user set erasing_at = now(), ', 'update app_user set ', 'account/erasing', 'S-05: a person being erased'),
  without('S-06', 'auth/credentials.ts', 'cookies.length === 1 &&', 'cookies.length >= 1 &&', 'auth/credentials'),
  without('S-07', 'auth/sessions.ts', 'const ABSOLUTE_LIFETIME_DAYS = 180;', 'const ABSOLUTE_LIFETIME_DAYS = 18_000;', 'auth/sessions'),
  without('S-08', 'auth/manage-sessions.ts', 'from session where user_id = $1 and ${LIVE}', 'from session where $1::uuid is not null and ${LIVE}', 'auth/tokens'),
  without('S-09', 'auth/manage-sessions.ts', 'where id = $1 and user_id = $2', 'where id = $1 and $2::uuid is not null', 'auth/tokens'),
  without('S-10', 'sign-in/verify-magic-link.ts', 'l.used_at is null and', '', 'sign-in/magic-link', 'S-10: exactly one of 20'),
  without('S-10', 'sign-in/verify-magic-link.ts', ' and l.expires_at > now() and ${NEWEST}', ' and l.expires_at > now()', 'sign-in/magic-link', 'S-10: only the newest'),
  without('S-11', 'sign-in/magic-link.routes.ts', 'if (prefetch !== undefined)', "if (prefetch === '-')", 'sign-in/magic-link', 'S-11: HEAD'),
  without('S-11', 'sign-in/magic-link.routes.ts', "router.head('/auth/magic-link/verify', (_req, res) => void res.status(204).end());", '', 'sign-in/magic-link', 'S-11: HEAD'),
  without('S-12', 'packages/contracts/src/auth.ts', ".email('must be an e-mail address')", '.string()', 'sign-in/magic-link', 'S-12'),
  without('S-13', 'core/services/mail.ts', 'if (!Address.safeParse(mail.to).success)', 'if (!mail.to)', 'core/services/mail'),
  without('S-14', 'core/services/mail-layout.ts', "name.replace(/[^\\p{L}\\p{M}\\p{N}' -]+/gu, '').trim()", 'name', 'account/email-change', 'S-14'),
  without('S-15', 'sign-in/finish-sign-in.ts', 'and browser_hash = $2 and', 'and $2::text is not null and', 'sign-in/sign-in', 'S-15'),
  without('S-15', 'sign-in/finish-sign-in.ts', ' and expires_at > now()\n', '\n', 'sign-in/sign-in', 'S-15'),
  without('S-16', 'sign-in/finish-sign-in.ts', 'and provider_id = $3 and', 'and $3::text is not null and', 'sign-in/sign-in', 'S-16'),
  without('S-17', 'sign-in/oauth-providers.ts', 'verifiedEmail: user.emailVerified ? user.email : null', 'verifiedEmail: user.email', 'sign-in/magic-link', 'S-17'),
  without('S-18', 'sign-in/verify-magic-link.ts', 'await voidUnproven(sql, known.id);', '', 'sign-in/magic-link', 'S-18'),
  without('S-19', 'account/unlink-account.ts', '+ Number(ways.byEmail) < 2', '+ Number(ways.byEmail) < 1', 'sign-in/linking', 'S-19: parallel unlinks'),
  without('S-19', 'core/http/trpc.ts', "if (isStale(actor)) {", 'if (isStale(actor) && actor.botScope) {', 'sign-in/linking', 'S-19: actions that are hard to undo'),
  without('S-20', 'sign-in/callback-url.ts', "|| url.pathname.startsWith('//')", '', 'sign-in/callback-url'),
  without('S-21', 'sign-in/oauth-providers.ts', 'const TIME_LIMIT_MS = 8_000;', 'const TIME_LIMIT_MS = 80_000;', 'sign-in/provider-faults', 'S-21: a provider that never answers'),
  without('S-22', 'core/logger.ts', 'const secret = SECRET_KEY.test(key) &&', 'const secret = false &&', 'core/logger'),
  without('S-23', 'account/change-email.ts', 'and user_id = $2 and expires_at', 'and $2::uuid is not null and expires_at', 'account/email-change', 'S-23: a link opened by somebody else'),
  without('S-24', 'sign-in/request-magic-link.ts', 'await ctx.transact(async', "if ((await ctx.database.query({ text: 'select from app_user where email = $1', values: [input.email] })).rows.length === 0) return;\n  await ctx.transact(async", 'sign-in/magic-link', 'S-24'),
  without('S-25', 'auth/authenticate.ts', '&& !isSameOrigin(ctx, req)', '&& !req', 'auth/sessions', 'S-25: a cookie-authenticated mutation'),
  without('S-26', 'app.ts', 'app.use(guildAddresses);', "app.use(guildAddresses, (req, _res, next) => {\n    req.method = String(req.headers['x-http-method-override'] ?? req.method);\n    next();\n  });", 'changing-methods', 'S-26'),
  without('S-27', 'core/secrets.ts', ' || tag?.length !== TAG_BYTES', ' || !tag', 'core/secrets', 'S-27'),
  without('S-27', 'auth/platform-token.ts', '`${userId}|battlenet|${field}`', '`battlenet|${field}`', 'account/gameplatform-status', 'S-27'),

  without('I-01', 'packages/contracts/src/organization.ts', "z.enum(['rank', 'name', 'lastLogin']).meta", '(z.string() as never as z.ZodEnum).meta', 'changing-methods', 'I-01'),
  without('I-02', 'roster/roster.queries.ts', 'strpos(e.name_key, ${parameter}) > 0', "e.name_key like '%' || ${parameter} || '%'", 'roster/roster.queries', 'I-02'),
  without('I-03', 'core/http/api-routes.ts', 'if (node !== anything) refuseUnknown(req.originalUrl, names);', '', 'core/http/rest', 'I-03'),
  without('I-04', 'core/http/rest.ts', 'if (!req.is(JSON_TYPES))', "if (req.is('never'))", 'core/http/rest', 'I-04'),
  without('I-05', 'serve.ts', 'createServer(PATIENCE,', 'createServer({ ...PATIENCE, maxHeaderSize: 1_000_000, insecureHTTPParser: true },', 'app', 'I-05'),
  without('I-06', 'core/http/deep-input.ts', 'const MAX_DEPTH = 32;', 'const MAX_DEPTH = 1_000_000;', 'core/http/rest', 'I-06'),
  without('I-07', 'app.ts', 'maxBatchSize: MAX_BATCH,', '', 'core/http/rest', 'I-07'),
  without('I-08', 'packages/contracts/src/primitives.ts', "typeof value === 'string' && /^-?\\d{1,15}$/.test(value) ? Number(value) : value", "typeof value === 'string' || value === null ? Number(value) : value", 'packages/contracts/src/primitives', 'I-08'),
  without('I-09', 'core/http/request-path.ts', 'decode(segment) ?? segment', 'segment', 'core/http/rest', 'I-09'),
  without('I-10', 'core/errors.ts', 'return asTransportError(thrown);\n  }\n  return undefined;', "return asTransportError(thrown);\n  }\n  return new AppError('INTERNAL_SERVER_ERROR', undefined, `${thrown}`);", 'core/http/rest', 'I-10'),
  without('I-11', 'app.ts', "referrerPolicy: { policy: 'no-referrer' },", "referrerPolicy: { policy: 'no-referrer' },\n    xContentTypeOptions: false,", 'account/profile', 'I-11'),

  without('R-01', 'core/services/rate-limit.ts', 'magicLinkAddress: { points: 5,', 'magicLinkAddress: { points: 5_000,', 'sign-in/magic-link', 'R-01: accepts five of 50'),
  without('R-02', 'core/http/client-address.ts', 'd & 0xff00', 'd', 'core/http/client-address'),
  without('R-03', 'core/http/trpc.ts', "else await countOnce(call, 'anonymous', clientNetwork(ctx.res.req.ip));", '', 'core/http/rate-limit-http', 'R-03'),
  without('R-04', 'core/services/rate-limit.ts', 'insuranceLimiter: inMemory,', '', 'core/services/rate-limit', 'R-04'),
  without('R-05', 'serve.ts', 'headersTimeout: 10_000,', 'headersTimeout: 60_000,', 'core/http/rate-limit-http', 'R-05: a connection with unfinished request headers'),

  without('U-01', 'core/http/uploads.ts', "} catch {\n    throw invalid('The Content-Type has no usable boundary. Let your HTTP client set it.');", '} catch (error) {\n    throw error;', 'images/upload-form', 'U-01'),
  without('U-02', 'images/picture-upload.ts', 'return inTurn(megabytesOf(req), changeReceived, actor.userId);', 'return inTurn(megabytesOf(req), changeReceived);', 'images/upload-form', 'U-02: slow'),
  without('U-03', 'core/http/uploads.ts', "content.on('limit', () => refuse(tooLarge(maxBytes)));", '', 'images/upload-form', 'U-03'),
  without('U-04', 'core/http/uploads.ts', "form.on('file', (name, content) => {", "form.on('file', (name, content, { filename }) => {\n    if (!filename?.endsWith('.png')) refuse(invalid('Name it .png.'));", 'images/upload-form', 'U-04'),
  also(without('U-05', 'images/encode-picture.ts', 'if (!pictureFormat(source)) throw unsupported();', '', 'images/picture', 'U-05'), 'images/decoders.ts', "sharp.block({ operation: ['VipsForeignLoad'] });"),
  without('U-06', 'images/encode-picture.ts', 'if (Math.max(width, height) > MAX_SIDE || pages > MAX_FRAMES || unpackedBytes > MAX_UNPACKED_BYTES) throw tooLarge();', '', 'images/picture', 'U-06'),
  without('U-07', 'images/encode-picture.ts', 'const first = await encode(largest);', 'const first = { size: largest, webp: source };', 'images/picture', 'U-07'),
  without('U-08', 'images/decoders.ts', "if (begins('\\xff\\xd8\\xff')) return 'jpeg';", "for (let turn = 0; turn < 1_000; turn += 1) if (bytes.toString('latin1').startsWith('\\xff\\xd8\\xff')) return 'jpeg';", 'images/picture', 'U-08'),
  without('U-09', 'images/images.routes.ts', "if (image.status === 'pending') return actor.userId === image.uploadedById;", "if (image.status === 'pending') return true;", 'images/serving', 'U-09'),
  without('U-10', 'images/encode-picture.ts', 'const inTurn = createGate({ capacity: 2, waiting: 100 });', 'const inTurn = createGate({ capacity: 2_000, waiting: 100 });', 'images/load', 'U-10'),
  without('U-13', 'core/services/picture-url.ts', 'signed !== undefined && signature(sign, address) === signed', 'signed !== undefined', 'media/media', 'U-13: only'),
  without('U-11', 'media/fetch-media.ts', 'if (!url || !mayAsk(url, hosts)) return undefined;', 'if (!url || hosts.length === 0) return undefined;', 'crests/crest', 'U-11: pictures are fetched'),
  without('U-12', 'images/decide-image.ts', 'if (image.version !== version) throw replaced();', '', 'images/moderation', 'U-12'),

  without('W-01', 'core/realtime/realtime.ts', 'decide(null, access.allowsOrigin(request))', 'decide(null, access.allowsOrigin(request) || true)', 'core/realtime/realtime', 'W-01'),
  without('W-02', 'core/realtime/realtime.ts', "if (!found || !(rooms.has(roomOf(found)) || rooms.has('admin')))", 'if (!found)', 'core/realtime/realtime', 'W-02, W-04: a foreign sync'),
  without('W-03', 'core/realtime/realtime.ts', 'for (const room of [...rooms]) if (!keeps(room)) await socket.leave(room);', '', 'core/realtime/realtime', 'W-03'),
  without('W-04', 'core/realtime/realtime.ts', 'const MAX_SOCKETS_PER_USER = 50;', 'const MAX_SOCKETS_PER_USER = 50_000;', 'auth/tokens', 'W-04: a person has at most fifty'),
  without('W-05', 'core/realtime/realtime.ts', 'maxHttpBufferSize: 10_000,', 'maxHttpBufferSize: 10_000_000,', 'core/realtime/realtime', 'W-05'),
  without('W-06', 'changes/changes.queries.ts', 'c.audience = any($4) or c.person_id = $5 as visible', 'c.audience = any($4) or $5::uuid is not null as visible', 'changes/changes', 'W-06'),

  without('A-01', 'rights/organization.access.ts', '(archived || membersOnly) && !actor.isAdmin && !isMember;', 'false;', 'organizations/organization-life', 'A-01'),
  without('A-02', 'core/http/trpc.ts', 'if (!actor) throw unauthenticated(refused);', 'if (!actor) return { actor: {} as Actor };', 'procedures', 'A-02: events.list refuses'),
  without('A-03', 'packages/contracts/src/profile.ts', 'export const UpdateProfileInput = z.strictObject({', 'export const UpdateProfileInput = z.object({', 'account/profile', 'A-03'),
  without('A-04', 'roles/role-permissions.ts', 'refuseUnheld(authority, permissions);', '', 'roles/roles', 'A-04: an officer'),
  without('A-05', 'organizations/accept-invite.ts', 'await lockOrganization(sql, organizationId);', '', 'organizations/invites', 'A-05: parallel requests'),
  without('A-06', 'organizations/accept-invite.ts', "if (invite.revoked) throw notValid('It has been revoked.');", '', 'organizations/invites', 'A-06'),
  without('A-07', 'core/http/trpc.ts', "if (!actor.isAdmin) throw forbidden('Only administrators of this service can do this.', 'admin_only');", '', 'core/http/rest', 'A-07'),
  without('A-08', 'packages/contracts/src/primitives.ts', 'export const Id = z\n  .uuid()', 'export const Id = z\n  .string()', 'packages/contracts/src/primitives', 'A-08'),

  without('H-01', 'webhooks/fetch-outside.ts', 'if (!trusted && isIP(host) && !isPublicAddress(host))', 'if (host === \'\')', 'webhooks/fetch-outside', 'H-01: no name or address'),
  without('H-01', 'webhooks/fetch-outside.ts', 'trusted ? found : found.filter(({ address }) => isPublicAddress(address))', 'found', 'webhooks/fetch-outside', 'H-01: no name or address'),
  without('H-01', 'webhooks/fetch-outside.ts', "if (parsed.range() !== 'unicast') return false;", '', 'webhooks/fetch-outside', 'H-01: accepts only'),
  without('H-01', 'webhooks/webhook-address.ts', "if (isIP(host) && !isPublicAddress(host)) throw refused('This address is not on the public internet.');", '', 'webhooks/webhooks', 'H-01: refuses internal'),
  without('H-02', 'webhooks/deliver-webhooks.ts', "if (outcome === 'gone') await stopEndpoint(ctx, endpoint, 'receiver');", '', 'webhooks/webhooks', 'H-02: five days'),
  without('H-02', 'webhooks/webhook.access.ts', 'case when e.old_secret_until > now() then e.old_secret_sealed end', 'e.old_secret_sealed', 'webhooks/webhooks', 'H-02: both secrets'),
  without('H-02', 'webhooks/deliver-webhooks.ts', '(e.failures < ${BREAKER}', '(e.failures < ${BREAKER} + 1_000', 'webhooks/webhooks', 'H-02: after five'),
  without('H-03', 'webhooks/deliver-webhooks.ts', "if (!endpoint.carried) return stopEndpoint(ctx, endpoint, 'rights');", '', 'webhooks/webhooks', 'H-03: an endpoint'),

  without('T-01', 'rights/organization.access.ts', '(actor.service !== undefined && actor.service.organizationId !== access.organizationId)', 'false', 'services/services', 'T-01: a service reads'),
  without('T-01', 'core/http/trpc.ts', "else if (service.scopes || !meta?.services || type !== 'query') throw serviceNotAllowed();", "else if (type === 'subscription') throw serviceNotAllowed();", 'services/services', 'T-01: every route'),
  without('T-01', 'services/authenticate-service.ts', 'exists (select from current_member m where m.organization_id = $4 and m.user_id = u.id)', '$4::uuid is not null', 'services/services', 'T-01: acting'),
  without('T-01', 'services/authenticate-service.ts', 'member.scopes.filter((scope) => service.actScopes.includes(scope))', 'member.scopes', 'services/services', 'T-01: consent'),
  without('T-02', 'services/authenticate-service.ts', 'if (!row.carried) {', 'if (!row.id) {', 'services/services', 'T-02: a token'),

  without('C-01', 'feeds/manage-feed.ts', 'await sql.run(REMOVE_OWN, [actor.userId]);', '', 'feeds/calendar-feeds', 'C-01: a feed address ends'),
  without('C-01', 'feeds/calendar-feed.routes.ts', 'if (!access.isMember) throw noFeed();', '', 'feeds/calendar-feeds', 'C-01: a feed address ends'),
  without('C-02', 'feeds/calendar.queries.ts', "const OF_PERSON = events(\n  'null',", "const OF_PERSON = events(\n  'e.description',", 'feeds/calendar-feeds', 'C-02'),
  also(without('C-03', 'feeds/manage-feed.ts', 'organizationId, hashToken(token), actor', 'organizationId, token, actor', 'feeds/calendar-feeds', 'C-03'), 'feeds/calendar-feed.routes.ts', 'sql.maybe(FEED, [hashToken(token)])', 'sql.maybe(FEED, [token])'),
  without('C-04', 'feeds/calendar-feed.routes.ts', "await limits.take('calendarFeed', feed.id);", '', 'feeds/calendar-feeds', 'C-04'),
  without('C-05', 'feeds/calendar-text.ts', ".replace(CONTROLS, ' ')", '', 'feeds/calendar-text', 'C-05'),
  without('C-06', 'attendance/attendance-stats.queries.ts', "authorize(abilityFor(actor, access), 'read', 'OfficerData');", '', 'attendance/attendance.router', 'C-06: officers see statistics'),
  without('C-07', 'absences/absence.queries.ts', 'and a.ends_at > m.joined_at and', 'and', 'absences/absences', 'C-07'),

  without('J-01', 'core/syncs/sync-session.ts', 'on conflict do nothing`', 'on conflict (id) do nothing`', 'core/syncs/sync-session', 'J-01'),
  without('J-02', 'core/jobs/job.ts', 'heartbeatSeconds: 10,', '', 'core/jobs/worker', 'J-02'),
  without('J-03', 'core/syncs/sync-session.ts', "parts = coalesce($11::jsonb, parts)\n  where id = $1 and job_id = $2 and attempt = $3", 'parts = coalesce($11::jsonb, parts)\n  where id = $1 and job_id = $2 and $3::int is not null', 'core/jobs/worker', 'J-03'),
  without('J-04', 'core/jobs/unit-of-work.ts', 'const id = await send(boss, job, payload, { ...options, db: queueDb });', 'const id = await send(boss, job, payload, { ...options });', 'core/syncs/sync-session', 'J-04'),
  without('J-05', 'core/jobs/worker.ts', 'definition.payload.parse(payload) as JobPayload<D>', 'payload as JobPayload<D>', 'core/jobs/worker', 'J-05'),
  without('J-06', 'chat/join-chat-server.ts', 'member.bot.member(member.serverId, member.chatUserId));', 'member.bot.member(member.serverId, member.chatUserId)).catch(() => null);', 'chat/chat-faults', 'J-06: answers 503 on'),
  without('J-07', 'packages/simc/src/profile.ts', "text.replace(/[^\\p{L}\\p{M}]+/gu, '')", 'text', 'packages/simc/src/injection', 'J-07'),
  without('D-01', 'packages/discord/src/verify-request.ts', "if (!keys.some((key) => verify(null, message, key, bytes))) return 'forged';", '', 'discord/interactions/interactions'),
  without('D-02', 'discord/interactions/take-part.ts', 'return claim(sql, act.id, at.discordUserId);', 'return true;', 'discord/interactions/interactions'),
  without('D-03', 'discord/interactions/event-of.ts', '!presser.guilds.some((guild) => guild.id === event.organizationId)', 'false', 'discord/interactions/interactions'),
  without('D-04', 'chat/custom-id.ts', 'if (version !== VERSION || !Object.hasOwn(KINDS, kind)) return null;', "if (!Object.hasOwn(KINDS, kind)) return { kind: 'works', parts: [] };", 'discord/interactions/interactions'),
  without('D-05', 'discord/interactions/event-of.ts', 'if (!event.isMember) throw', 'if (false) throw', 'discord/interactions/interactions'),
  without('D-06', 'discord/interactions/link-intents.ts', "where a.user_id = $1 and a.provider_id = 'discord'", 'where $1::uuid is not null', 'discord/interactions/interactions'),
  without('D-07', 'discord/interactions/answer-interaction.ts', 'const DEFER_AFTER_MS = 1_500;', 'const DEFER_AFTER_MS = 60_000;', 'discord/interactions/interactions', 'D-07: an answer delayed'),
  without('D-07', 'discord/interactions/take-part.ts', 'return !(await isOutdated(sql, act.id, at.discordUserId));', 'return true;', 'discord/interactions/interactions', 'D-07: a job'),
  without('D-08', 'discord/event-posts/want-posts.ts', 'event_post set wanted = wanted + 1 where event_id = any($1)', 'event_post set wanted = wanted where event_id = any($1)', 'test/discord-outlasts-kills'),
  without('D-09', 'webhooks/deliver-webhooks.ts', "next_at = now() + ${LEASE_SECONDS} * interval '1 second'", 'next_at = null', 'test/discord-outlasts-kills'),
  also(without('D-09', 'discord/event-posts/show-post.ts', 'post.wasSent ? await findSent(asking, channelId, pageUrl) : null', "null as string | null", 'test/discord-outlasts-kills'), 'packages/discord/src/messages.ts', 'enforce_nonce: true, ', ''),

  without('G-07', 'chat/send-direct-message.ts', 'nonce: nonceOf(id)', 'nonce: `${Math.random()}`', 'events/mails/direct-messages', 'G-07'),
  without('G-01', 'discord/role-sync/role-rule.access.ts', 'if (gives) await refuseStrangers(ctx, member);', '', 'discord/role-sync/role-sync', 'G-01'),
  without('G-02', 'packages/discord/src/permissions.ts', "if ((role.permissions & DANGEROUS) !== 0n) return 'dangerous';", '', 'discord/role-sync/role-sync', 'G-02: refuses a dangerous role'),
  without('G-02', 'discord/role-sync/role-wishes.ts', 'r.problem is not null or ${restOf', '${restOf', 'discord/role-sync/role-sync', 'G-02: a role that becomes'),
  without('G-03', 'discord/role-sync/sync-discord-roles.ts', "return has === null ? note('absent') : has ? note('had') : give(server, wish);", "return has === null ? note('absent') : give(server, wish);", 'discord/role-sync/role-sync', 'G-03: never takes'),
  without('G-03', 'discord/role-sync/sync-discord-roles.ts', "note(has ? wish.state : 'taken')", 'has ? note(wish.state) : give(server, wish)', 'discord/role-sync/role-sync', 'G-03: a role removed by hand'),
  without('G-04', 'discord/role-sync/role-brake.ts', 'const MIN_REMOVALS = 10;', 'const MIN_REMOVALS = 10_000;', 'discord/role-sync/role-sync', 'G-04: many removals'),
  without('G-04', 'discord/role-sync/manage-rules.ts', 'if (held?.digest !== digest)', 'if (held === null)', 'discord/role-sync/role-sync', 'G-04: many removals'),
  without('G-04', 'discord/role-sync/role-wishes.ts', "then 'roster_failed' end`;", 'and false then null end`;', 'discord/role-sync/role-sync', 'G-04: gives and takes nothing'),
  without('G-05', 'discord/role-sync/sync-discord-roles.ts', '(await managesChatServer(bot, serverId, confirmerId)) ?', '(await managesChatServer(bot, serverId, confirmerId)) || true ?', 'discord/role-sync/role-sync', 'G-05'),
  without('G-06', 'discord/role-sync/sync-discord-roles.ts', "has === null ? note('absent') : has ? note('given') : give(server, wish);", "has === null ? note('absent') : has ? note('had') : give(server, wish);", 'discord/role-sync/role-sync', 'G-06: takes back a role'),
  without('G-06', 'discord/role-sync/role-sync-lease.ts', 'where s.leased_to = $2 or coalesce(s.leased_until <= now(), true)', 'where $2::uuid is not null', 'discord/role-sync/role-sync', 'G-06: only one of several'),
  without('E-01', 'discord/event-posts/show-post.ts', 'const EDIT_EVERY_SECONDS = 3;', 'const EDIT_EVERY_SECONDS = 0;', 'discord/event-posts/event-posts', 'E-01'),
  also(without('E-02', 'discord/event-posts/show-post.ts', 'post.wasSent ? await findSent(asking, channelId, pageUrl) : null', "null as string | null", 'discord/event-posts/event-posts', 'E-02'), 'packages/discord/src/messages.ts', 'enforce_nonce: true, ', ''),
  also(without('E-03', 'discord/event-posts/show-due-posts.ts', 'await restLane(sql, lane, error.retryAfterMs ?? 10 * 60_000);', '', 'discord/event-posts/event-posts', 'E-03'), 'packages/discord/src/pauses.ts', 'rest(error.everywhere ? EVERYWHERE : route, error.retryAfterMs ?? 1_000, error);', 'void 0;'),
  without('E-04', 'discord/event-posts/show-due-posts.ts', "and (b.id is null or b.state = 'ok' and d.state = 'ok')`;", "`;", 'discord/event-posts/event-posts', 'E-04'),
  without('E-05', 'packages/discord/src/escape-markdown.ts', "(sign) => (sign === '@' ? '@\\u200b' : `\\\\${sign}`)", '(sign) => sign', 'discord/event-posts/event-post.presenter', 'E-05'),
  without('E-06', 'discord/event-posts/mirror-events.ts', 'mirror.wasSent && !isAnew ? await findMade(asking, serverId, page) : null', 'null as string | null', 'discord/event-posts/event-mirrors', 'E-06'),
  without('E-07', 'discord/event-posts/want-posts.ts', 'join chat_server_proof proof on proof.organization_id = e.organization_id and proof.server_id = d.server_id', '', 'discord/event-posts/event-mirrors', 'E-07'),
  without('E-08', 'discord/event-posts/mentions.ts', 'next.wasSent && (await wasSent(bot, channelId, next, mentions, signal))', 'false', 'discord/event-posts/event-mentions', 'E-08'),
  without('E-09', 'discord/bindings/install.ts', 'and browser_hash = $2 and', 'and $2::text is not null and', 'discord/bindings/install', 'E-09: the callback of somebody else'),
  without('E-09', 'discord/bindings/install.ts', 'if (!actor || actor.userId !== userId)', 'if (!actor)', 'discord/bindings/install', 'E-09: the callback of somebody else'),
  without('E-09', 'discord/bindings/install.ts', ' and expires_at > now()\n', '\n', 'discord/bindings/install', 'E-09: a forged'),
  without('E-10', 'discord/bindings/install.ts', "if (!(await managesChatServer(bot, serverId, identity.accountId))) return 'not_chat_server_manager';", '', 'discord/bindings/install', 'E-10: only a person'),
  without('E-10', 'discord/bindings/install.ts', "if ((await ctx.sql.run(LINKED, [actor.userId, identity.accountId])) === 0) return 'other_chat_account';", '', 'discord/bindings/install', 'E-10: only a person'),
  without('E-10', 'discord/bindings/install.ts', "if (!(await lookAtServer(ctx, serverId))) return 'bot_not_added';", '', 'discord/bindings/install', 'E-10: connects nothing when the bot'),
  without('E-11', 'organizations/change-organization.ts', 'refuseServer(before, after);', '', 'discord/bindings/install', 'E-11'),
];
