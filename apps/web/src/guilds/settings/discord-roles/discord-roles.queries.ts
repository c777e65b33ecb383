import { api, queryClient } from '../../../api/client.ts';

/** How often the open page asks for results. */
const WATCHED_MS = 10_000;

export const discordRolesQuery = (id: string) => ({
  ...api.discordRoles.get.queryOptions({ id }),
  refetchInterval: WATCHED_MS,
});
export const previewQuery = (id: string, ruleId: string) => ({
  ...api.discordRoles.previewRule.queryOptions({ id, ruleId }),
  // People consent to the state at this moment.
  gcTime: 0,
  staleTime: 0,
});
/** Asks Discord. */
export const choicesQuery = (id: string) => ({ ...api.discordRoles.choices.queryOptions({ id }), retry: false });

export const invalidateDiscordRoles = () => queryClient.invalidateQueries({ queryKey: api.discordRoles.pathKey() });
