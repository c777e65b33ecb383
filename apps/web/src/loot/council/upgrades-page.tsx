import { queryClient } from '../../api/client.ts';
import { guildQuery, useGuild } from '../../routes/current-guild.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Refused } from '../../ui/refused.tsx';
import { isLootOfficer, policyQuery, useSeesCouncil } from '../parts/loot-tabs.tsx';
import { partsWords } from '../parts/parts.words.ts';
import { wantedQuery } from './council.queries.ts';
import { councilWords } from './council.words.ts';
import { readSearch } from './council-search.ts';

/** Apart from the page, which those who may not see it do not load. */
const Upgrades = lazyPart(() => import('./upgrades.tsx'), 'Upgrades');

export async function loadUpgrades(ref: string, search: Record<string, unknown>): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    ...[councilWords.load(), partsWords.load()],
  ]);
  if (!isLootOfficer(guild)) {
    const policy = await queryClient.ensureQueryData(policyQuery(guild)).catch(() => undefined);
    if (policy?.wishesSeenBy !== 'everybody') return;
  }
  void queryClient.prefetchQuery(wantedQuery(guild, readSearch(search).team));
  await Upgrades.preload();
}

export function UpgradesPage() {
  const words = councilWords.use();
  const guild = useGuild();
  if (!useSeesCouncil(guild)) return <Refused title={words.title} reason="missing_permission" />;
  return <Upgrades />;
}
