import { useMutation } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';

/** Leads to Discord, where people choose a server that they manage; `mirrors` also asks to create scheduled events. */
export const useInstall = (id: string) =>
  useMutation({
    mutationFn: (mirrors: boolean) => client.discordPosts.install.mutate({ id, mirrors }),
    onSuccess({ url }) {
      window.location.assign(url);
    },
  });
