import type { CrafterView } from '@guildhall/contracts/crafters.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { sessionQuery, useViewer } from '../../api/session.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { downloadCsv } from '../../ui/csv.ts';
import { Checkbox } from '../../ui/field.tsx';
import { FilterCount, SearchField } from '../../ui/filters.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, ErrorBox, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './crafters.module.css';
import { craftersWords } from './crafters.words.ts';
import type { CraftersSearch } from './crafters-search.ts';

const route = getRouteApi('/shell/app/g/$guild/crafters');
const PAGE_SIZE = 200;
/** The service cannot search for fewer consecutive letters. */
const ENOUGH = /[\p{L}\p{N}]{3}|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]{2}/u;

export function CraftersPage() {
  const words = craftersWords.use();
  const guild = useGuild();
  const given = route.useSearch();
  const search = { q: given.q ?? '', profession: Number(given.profession) || undefined };
  const navigate = route.useNavigate();
  const change = (changes: CraftersSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const box = useRef<HTMLDivElement>(null);
  // People come here to search, but on a touch screen the keyboard would hide the results.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) box.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="stack">
      <PageHead title={words.title} lead={words.lead} />
      <div ref={box}>
        <SearchField
          large
          label={words.search}
          hint={words.searchHint}
          value={search.q}
          onChange={(q) => change({ q: q || undefined })}
        />
      </div>
      <Crafters guild={guild} q={search.q} profession={search.profession} onChange={change} />
      <Sharing />
    </div>
  );
}

type CraftersProps = {
  guild: OrganizationView;
  q: string;
  profession: number | undefined;
  onChange(changes: CraftersSearch): void;
};

/** The service does the search, because it knows the names in every language. */
const craftersQuery = (guild: OrganizationView, search: string, professionId: number | undefined) => {
  const locale = gameLocale();
  return infiniteQueryOptions({
    queryKey: [...api.crafters.list.pathKey(), guild.id, search, professionId, locale],
    queryFn: ({ pageParam }) =>
      client.crafters.list.query({
        id: guild.id,
        locale,
        page: pageParam,
        pageSize: PAGE_SIZE,
        ...(search ? { search } : {}),
        ...(professionId ? { professionId } : {}),
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
};

function Crafters({ guild, q, profession, onChange }: CraftersProps) {
  const words = craftersWords.use();
  const deferred = useDeferredValue(q.trim());
  const search = ENOUGH.test(deferred) ? deferred : '';
  const overview = useInfiniteQuery(craftersQuery(guild, '', undefined));
  const found = useInfiniteQuery(craftersQuery(guild, search, profession));
  const crafters = found.data?.pages.flatMap((page) => page.crafters) ?? [];
  const { truncated = false, coverage, pagination } = found.data?.pages[0] ?? {};
  const professions = new Map<number, { name: string; count: number }>();
  for (const { profession: one } of overview.data?.pages.flatMap((page) => page.crafters) ?? []) {
    professions.set(one.id, { name: one.name, count: (professions.get(one.id)?.count ?? 0) + 1 });
  }
  const chips = [...professions].sort(([, a], [, b]) => compareNames(a.name, b.name));
  const exact = overview.data?.pages[0]?.pagination.totalPages === 1;
  const take = () =>
    downloadCsv(
      `${guild.name} crafters`,
      [
        words.csv.recipe,
        words.csv.character,
        words.csv.person,
        words.csv.profession,
        words.csv.skill,
        words.csv.played,
      ],
      crafters.flatMap((crafter) => {
        const end = [
          crafter.character.name,
          crafter.user.displayName,
          crafter.profession.name,
          crafter.profession.skillPoints,
          crafter.user.lastPlayedAt,
        ];
        return crafter.recipes.length > 0 ? crafter.recipes.map(({ name }) => [name, ...end]) : [['', ...end]];
      }),
    );
  return (
    <>
      {chips.length > 0 && (
        <fieldset className={styles.chips}>
          <legend className="sr">{words.professions}</legend>
          {chips.map(([id, { name, count }]) => (
            <Chip
              key={id}
              pressed={profession === id}
              onChange={(on) => onChange({ profession: on ? String(id) : undefined })}
            >
              {name}
              {exact && <span className="muted num">{count}</span>}
            </Chip>
          ))}
        </fieldset>
      )}
      {q.trim() !== '' && search === '' && <p className="muted small">{words.tooShort}</p>}
      {truncated && (
        <p className="muted small">
          <Icon name="note" size="s" /> {words.truncated}
        </p>
      )}
      {found.error && !found.data && (
        <section className="card">
          <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
        </section>
      )}
      {found.isPending && (
        <section className="card">
          <Skeleton lines={8} />
        </section>
      )}
      {found.data && (
        <section className={styles.results} aria-busy={found.isPlaceholderData} aria-label={words.results}>
          <div className="row between">
            <FilterCount>
              {words.found({ count: pagination?.total ?? 0 })}
              {coverage &&
                coverage.known < coverage.characters &&
                ` · ${words.coverage({ known: coverage.known, all: coverage.characters })}`}
            </FilterCount>
            <Button small icon="download" title={words.csv.hint} disabled={crafters.length === 0} onClick={take}>
              CSV
            </Button>
          </div>
          {crafters.length === 0 ? (
            <div className="card">
              <Empty icon="craft" title={search ? words.nobody : words.none}>
                {search ? words.nobodyHint : words.noneHint}
              </Empty>
            </div>
          ) : search ? (
            <ByRecipe crafters={crafters} />
          ) : (
            <div className="card">
              <People crafters={crafters} />
            </div>
          )}
          {found.hasNextPage && (
            <Button pending={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {words.more}
            </Button>
          )}
        </section>
      )}
    </>
  );
}

/** The recipes found, each with its crafters; the service lists the most active people first. */
function ByRecipe({ crafters }: { crafters: readonly CrafterView[] }) {
  const words = craftersWords.use();
  const recipes = new Map<number, { recipe: CrafterView['recipes'][number]; crafters: CrafterView[] }>();
  for (const crafter of crafters) {
    for (const recipe of crafter.recipes) {
      const known = recipes.get(recipe.id) ?? { recipe, crafters: [] };
      known.crafters.push(crafter);
      recipes.set(recipe.id, known);
    }
  }
  return [...recipes.values()].map(({ recipe, crafters: people }) => (
    <section key={recipe.id} className="card" aria-label={recipe.name}>
      <header className={`card-head ${styles.head}`}>
        <h2>{recipe.name}</h2>
        {recipe.craftedItem && recipe.craftedItem.name !== recipe.name && (
          <span className="muted small">{recipe.craftedItem.name}</span>
        )}
        <span className="tag end">{recipe.tier.name}</span>
        <span className="muted small num">{words.people({ count: people.length })}</span>
      </header>
      <People crafters={people} recipe={recipe.name} />
    </section>
  ));
}

const WEEK_MS = 7 * 86_400_000;

function People({ crafters, recipe }: { crafters: readonly CrafterView[]; recipe?: string }) {
  return (
    <ul className="list">
      {crafters.map((crafter) => (
        <Row key={`${crafter.character.id}/${crafter.profession.id}`} crafter={crafter} recipe={recipe} />
      ))}
    </ul>
  );
}

function Row({ crafter, recipe }: { crafter: CrafterView; recipe: string | undefined }) {
  const words = craftersWords.use();
  const format = useFormat();
  const guild = useGuild();
  const { user, character, profession, knownRecipes, stale } = crafter;
  const { skillPoints, maxSkillPoints } = crafter.recipes.find(({ name }) => name === recipe)?.tier ?? profession;
  const active = user.lastPlayedAt !== null && serviceTime() - Date.parse(user.lastPlayedAt) < WEEK_MS;
  const whisper = () => {
    const name = [character.name, character.realm?.name.replaceAll(' ', '')].filter(Boolean).join('-');
    const text = `/w ${name} ${recipe ? words.whisperFor({ recipe }) : words.whisper({ profession: profession.name })}`;
    void copyText(text, words.copied);
  };
  return (
    <li>
      <ClassTile of={character.class} />
      <p className="grow">
        <Link to="/characters/$id/$tab" params={{ id: character.id, tab: 'professions' }}>
          <ClassName classId={character.class.id}>{character.name}</ClassName>
        </Link>
        <small className="clip">
          <PersonLink guild={guild.id} person={user.id}>
            {user.displayName}
          </PersonLink>
          {' · '}
          {[profession.name, !recipe && words.knows({ count: knownRecipes })].filter(Boolean).join(' · ')}
          {stale && ` · ${words.stale}`}
        </small>
      </p>
      <span className={`num small ${styles.skill}`}>
        {skillPoints === null ? '–' : format.number(skillPoints)}
        {maxSkillPoints !== null && <span className="muted"> / {format.number(maxSkillPoints)}</span>}
      </span>
      <span className={`small ${styles.played} ${active ? 'ok' : 'muted'}`}>
        {user.lastPlayedAt ? <TimeAgo at={user.lastPlayedAt} /> : words.neverPlayed}
      </span>
      <IconButton icon="copy" label={words.copyWhisper({ name: character.name })} onClick={whisper} />
    </li>
  );
}

/** People can choose whether others find them. */
function Sharing() {
  const words = craftersWords.use();
  const viewer = useViewer();
  const [shares, setShares] = useState<boolean>();
  const change = useMutation({
    mutationFn: (sharesWithGuilds: boolean) => client.profile.update.mutate({ sharesWithGuilds }),
    onMutate: setShares,
    onSuccess: (_user, on) => toast({ text: on ? words.sharing.on : words.sharing.off }),
    onError(error) {
      setShares(undefined);
      toastFailure(error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: api.crafters.pathKey() }),
      ]),
  });
  if (!viewer) return null;
  return (
    <section className="card pad" aria-label={words.sharing.label}>
      <Checkbox
        label={words.sharing.label}
        hint={words.sharing.hint}
        checked={shares ?? viewer.sharesWithGuilds}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </section>
  );
}
