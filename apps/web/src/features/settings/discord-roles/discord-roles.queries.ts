import { api, queryClient } from '../../../api/client.ts';

/** The open page asks so often what has come of it. */
const WATCHED_MS = 10_000;

export const discordRolesQuery = (id: string) => ({
  ...api.discordRoles.get.queryOptions({ id }),
  refetchInterval: WATCHED_MS,
});
export const previewQuery = (id: string, ruleId: string) => ({
  ...api.discordRoles.previewRule.queryOptions({ id, ruleId }),
  // People agree to the state of this moment.
  gcTime: 0,
  staleTime: 0,
});
/** Asks Discord. */
export const choicesQuery = (id: string) => ({ ...api.discordRoles.choices.queryOptions({ id }), retry: false });

export const rereadDiscordRoles = () => queryClient.invalidateQueries({ queryKey: api.discordRoles.pathKey() });
