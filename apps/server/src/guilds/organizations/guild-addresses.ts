import type { RequestHandler } from 'express';

const BELOW_GUILDS = /^\/api\/v1\/guilds\/(?=[^/]+\/)/;

/** Makes `/guilds/{guildId}/…` an alias of `/organizations/{id}/…`, as in the interface specification. */
export const guildAddresses: RequestHandler = (req, _res, next) => {
  req.url = req.url.replace(BELOW_GUILDS, '/api/v1/organizations/');
  next();
};

/** The aliases named by the specification, each with the route it stands for. */
export const guildAliases = { '/guilds/{guildId}/events': '/organizations/{id}/events' };
