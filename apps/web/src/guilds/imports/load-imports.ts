import { queryClient } from '../../api/client.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { runQuery, runsQuery, sourcesOf } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';

/** Apart from the route, which is part of the first load of every page. */
export async function loadImports({ guild: ref, run }: { guild: string; run?: string | undefined }): Promise<void> {
  const [guild] = await Promise.all([queryClient.ensureQueryData(guildQuery(ref)), importsWords.load()]);
  if (sourcesOf(guild).length === 0) return;
  void queryClient.prefetchQuery(runsQuery(guild));
  if (!run) return;
  void import('./run.tsx').catch(() => {});
  void queryClient.prefetchQuery(runQuery(guild, run));
}
