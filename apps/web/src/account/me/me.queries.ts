import type { UserView } from '@guildhall/contracts/user.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { sessionQuery, useViewer } from '../../api/session.ts';
import { toastFailure } from '../../ui/toast.tsx';

/** Below `appRoute` a person is always signed in. During a sign-out, the page still renders that person once more. */
export function useMe(): UserView {
  const arrived = useRouteContext({ from: '/shell/app', select: ({ viewer }) => viewer });
  return useViewer() ?? arrived;
}

/** Shows the new profile at once everywhere. */
export function keepProfile(user: UserView): void {
  queryClient.setQueryData(sessionQuery.queryKey, (before) => before && { ...before, user });
}

export const invalidateProfile = () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });

/** Saves a single setting immediately. */
export const useSaveProfile = () =>
  useMutation(api.profile.update.mutationOptions({ onSuccess: keepProfile, onError: toastFailure }));
