/** Routes that create once for each `Idempotency-Key`. Others ignore it. */
export const ROUTES = [
  '/organizations/{id}/events',
  '/guilds/{guildId}/events',
  '/events/{id}/extend-series',
  '/event-templates/{id}/events',
  '/organizations/{id}/posts',
  '/auth/me/absences',
  '/organizations/{id}/members/{userId}/absences',
  '/point-pools/{id}/entries',
];

const EXPRESSIONS = ROUTES.map((route) => new RegExp(`${route.replaceAll(/{\w+}/g, '[^/]+')}$`));

export const createsOnce = ({ method, url }: Pick<Request, 'method' | 'url'>): boolean =>
  method === 'POST' && EXPRESSIONS.some((route) => route.test(new URL(url).pathname));
