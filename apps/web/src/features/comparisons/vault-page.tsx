import type { GuildVaultView } from '@guildhall/contracts/gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { Choice, FilterBar, FilterCount } from '../../ui/filters.tsx';
import { Empty } from '../../ui/states.tsx';
import { useGuild } from '../roster/roster.queries.ts';
import { type CompareSearch, compareSearch, pageOf, VAULT_SORTS } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';
import { AsOf, type Change, CharacterLink, GuildFrame, Pager } from './parts.tsx';

const route = getRouteApi('/shell/app/g/$guild/vault');
type Member = GuildVaultView['members'][number];

export function VaultPage() {
  const words = comparisonsWords.use();
  const guild = useGuild();
  const search = compareSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change: Change = (changes) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <GuildFrame guild={guild} title={words.title} lead={words.leadVault}>
      <Vault id={guild.id} file={`${guild.name} ${words.tabs.vault}`} search={search} onChange={change} />
    </GuildFrame>
  );
}

type Props = { id: string; file: string; search: CompareSearch; onChange: Change };

const opened = ({ week }: Member) => week?.vault.filter(({ level }) => level !== null).length ?? 0;
const KEYS: Record<(typeof VAULT_SORTS)[number], (member: Member) => number> = {
  rating: ({ rating }) => rating ?? 0,
  slots: opened,
  name: () => 0,
};

function Vault({ id, file, search, onChange }: Props) {
  const words = comparisonsWords.use();
  const format = useFormat();
  const { members, pagination } = useSuspenseQuery(
    api.comparisons.vault.queryOptions({ id, page: pageOf(search), pageSize: 200 }),
  ).data;
  const sort = VAULT_SORTS.find((one) => one === search.sort) ?? 'rating';
  const shown = members.toSorted(
    (a, b) => KEYS[sort](b) - KEYS[sort](a) || a.character.name.localeCompare(b.character.name),
  );
  const runs = [...new Set(members.flatMap(({ week }) => week?.vault.map((slot) => slot.runs) ?? []))].sort(
    (a, b) => a - b,
  );
  const take = () =>
    downloadCsv(
      file,
      [words.character, words.person, words.rating, ...runs.map((count) => words.vaultSlot(count)), words.thisWeek],
      shown.map(({ character, rating, week }) => [
        character.name,
        character.user.displayName,
        rating,
        ...runs.map((count) => week?.vault.find((slot) => slot.runs === count)?.level),
        week?.levels.join(' '),
      ]),
    );
  return (
    <>
      <FilterBar label={words.filters}>
        <Choice
          always
          label={words.sort}
          value={sort}
          onChange={(value) => onChange({ sort: VAULT_SORTS.find((one) => one === value) })}
          options={VAULT_SORTS.map((one) => [one, words.vaultSorts[one]])}
        />
        <Button small icon="download" title={words.csvHint} disabled={shown.length === 0} onClick={take}>
          CSV
        </Button>
        <FilterCount>{words.characters(shown.length)}</FilterCount>
      </FilterBar>
      <section className="card" aria-label={words.tabs.vault}>
        {shown.length === 0 ? (
          <Empty icon="vault" title={words.nobody}>
            {words.nobodyHint}
          </Empty>
        ) : (
          <ul className={`list ${styles.gear}`}>
            {shown.map(({ character, rating, week }) => (
              <li key={character.id}>
                <span className={styles.gearName}>
                  <CharacterLink of={character} tab="keystone" />
                  <small className="clip">{character.user.displayName}</small>
                </span>
                <b className="num">{rating === null ? '–' : format.number(Math.round(rating))}</b>
                {week ? (
                  <span className={styles.vault}>
                    {week.vault.map((slot) => (
                      <span key={slot.runs} className={slot.level === null ? undefined : styles.got}>
                        <b>{slot.level === null ? '–' : `+${slot.level}`}</b>
                        <small>{words.vaultSlot(slot.runs)}</small>
                      </span>
                    ))}
                  </span>
                ) : (
                  <span className="muted small">{words.weekUnknown}</span>
                )}
              </li>
            ))}
          </ul>
        )}
        <AsOf of={members.map(({ character }) => character)} />
      </section>
      <Pager of={pagination} onChange={onChange} />
    </>
  );
}
