import type { RequestHandler } from 'express';

const BELOW_GUILDS = /^\/api\/v1\/guilds\/(?=[^/]+\/)/;

/** `/guilds/{guildId}/…` is another name of `/organizations/{id}/…`, as in the interface specification. */
export const guildAddresses: RequestHandler = (req, _res, next) => {
  req.url = req.url.replace(BELOW_GUILDS, '/api/v1/organizations/');
  next();
};

/** Those that the specification names, with what they stand for. */
export const guildAliases = { '/guilds/{guildId}/events': '/organizations/{id}/events' };
