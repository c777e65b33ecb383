/** The filters of a list of everyone who raids, and how many of them are known. */
import type { GuildArmoryView } from '@guildhall/contracts/guild-armory.ts';
import type { ReactNode } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { guildRef, useGuild } from '../../routes/current-guild.ts';
import { oneOf } from '../../routes/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Choice, FilterBar } from '../../ui/filters.tsx';
import { type CompareSearch, ROLES } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import type { Change } from './parts.tsx';

export function Coverage({
  of: { members, signedIn, publicProfiles, notReadable },
}: {
  of: GuildArmoryView['coverage'];
}) {
  const words = comparisonsWords.use();
  const guild = useGuild();
  if (members === signedIn) return null;
  const address = `${window.location.origin}/g/${guildRef(guild)}`;
  return (
    <section className={`card ${styles.coverage}`}>
      <p>
        <b>{words.signedIn({ signedIn, members })}</b>
        <span className="muted">
          {' · '}
          {words.publicRead({ count: publicProfiles })}
          {notReadable > 0 && ` · ${words.notReadable({ count: notReadable })}`}
        </span>
        <small className="muted">{words.copyHint}</small>
      </p>
      <Button small icon="copy" onClick={() => void copyText(address, words.copied)}>
        {words.copyLink}
      </Button>
    </section>
  );
}

type Props = {
  /** Null where members cannot be chosen. */
  of: Pick<GuildArmoryView, 'ranks' | 'teams'> | null;
  search: CompareSearch;
  onChange: Change;
  children: ReactNode;
};

export function MemberFilters({ of, search, onChange, children }: Props) {
  const words = comparisonsWords.use();
  const { roles } = coreWords.use();
  return (
    <FilterBar label={words.filters}>
      {of && of.teams.length > 0 && (
        <Choice
          label={words.team}
          value={search.team ?? ''}
          onChange={(value) => onChange({ team: value || undefined, page: undefined })}
          options={[['', words.anyTeam], ...of.teams.map(({ id, name }) => [id, name] as const)]}
        />
      )}
      {of && of.ranks.length > 1 && (
        <Choice
          label={words.rank}
          value={search.rank === undefined ? '' : String(search.rank)}
          onChange={(value) => onChange({ rank: value === '' ? undefined : Number(value), page: undefined })}
          options={[['', words.anyRank], ...of.ranks.map(({ rank, name }) => [String(rank), name] as const)]}
        />
      )}
      {of && (
        <Choice
          label={words.role}
          value={search.role ?? ''}
          onChange={(value) => onChange({ role: oneOf(value, ROLES), page: undefined })}
          options={[['', words.anyRole], ...ROLES.map((role) => [role, roles[role]] as const)]}
        />
      )}
      {children}
    </FilterBar>
  );
}
