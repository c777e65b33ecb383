import type { CharacterView } from '@guildhall/contracts/character.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { CharacterMenu } from '../characters/character-menu.tsx';
import { allMyCharacters, characterQuery, useIsMine } from '../characters/characters.queries.ts';
import { charactersWords } from '../characters/characters.words.ts';
import { vaultWords } from '../vault/vault.words.ts';
import { encountersQuery, keystoneQuery, raidsOfNow, useProgress } from './progress.ts';
import { useRefresh } from './refresh.ts';
import { sitesOf } from './sites.ts';
import { Sites } from './sites-list.tsx';
import { TABS, type Tab, type ViewSearch, viewSearch } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

const patchQuery = (id: string) => api.characterViews.dataPatch.queryOptions({ id }, { retry: false });

const route = getRouteApi('/shell/app/characters/$id/$tab');

/** The game has no data about a character that was added by hand. */
const isOfGame = ({ source }: CharacterView) => source === 'synced';

export function load(id: string, tab: string) {
  const character = queryClient.ensureQueryData(characterQuery(id));
  void character.then((one) => (isOfGame(one) ? queryClient.prefetchQuery(patchQuery(id)) : undefined)).catch(() => {});
  return Promise.all([
    VIEWS[tabOf(tab)].preload(),
    character,
    queryClient.prefetchQuery(allMyCharacters()),
    viewsWords.load(),
    vaultWords.load(),
    charactersWords.load(),
  ]);
}

/** Each tab is a chunk of its own: most readers see one. */
const VIEWS = {
  overview: lazyPart(() => import('./overview.tsx'), 'Overview'),
  equipment: lazyPart(() => import('./equipment.tsx'), 'Equipment'),
  build: lazyPart(() => import('./build.tsx'), 'Build'),
  raids: lazyPart(() => import('./raids.tsx'), 'Raids'),
  keystone: lazyPart(() => import('./keystone.tsx'), 'Keystone'),
  reputations: lazyPart(() => import('./reputations.tsx'), 'Reputations'),
  professions: lazyPart(() => import('./professions.tsx'), 'Professions'),
  pvp: lazyPart(() => import('./pvp.tsx'), 'Pvp'),
  achievements: lazyPart(() => import('./achievements.tsx'), 'Achievements'),
  statistics: lazyPart(() => import('./statistics.tsx'), 'Statistics'),
  simc: lazyPart(() => import('./simc.tsx'), 'Simc'),
};

const tabOf = (named: string): Tab => TABS.find((one) => one === named) ?? 'overview';

export function CharacterPage() {
  const words = viewsWords.use();
  const { id, tab: named } = route.useParams();
  const search = viewSearch(route.useSearch());
  const navigate = route.useNavigate();
  const character = useSuspenseQuery(characterQuery(id)).data;
  const tab = tabOf(named);
  const View = VIEWS[tab];
  const change = (changes: ViewSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  return (
    <div className={`stack ${styles.page}`}>
      <PageTitle>{`${character.name} · ${words.tabs[tab]} · Guildhall`}</PageTitle>
      <Head character={character} />
      <Tabs label={words.sections}>
        {TABS.map((one) => (
          <Link
            key={one}
            to="/characters/$id/$tab"
            params={{ id, tab: one }}
            activeOptions={{ exact: true, includeSearch: false }}
            resetScroll={false}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </Tabs>
      <SectionBoundary key={`${id}/${tab}`}>
        <Suspense
          fallback={
            <div className="card">
              <Skeleton lines={12} />
            </div>
          }
        >
          <View id={id} search={search} onSearch={change} />
        </Suspense>
      </SectionBoundary>
    </div>
  );
}

function Head({ character }: { character: CharacterView }) {
  const words = viewsWords.use();
  const own = charactersWords.use();
  const format = useFormat();
  const navigate = useNavigate();
  const mine = useIsMine(character.id);
  const { name, title, level, realm, race, guild, itemLevel, activeSpec, achievementPoints } = character;
  const alike = [
    own.levelNumber({ level }),
    race.name,
    [activeSpec?.name, character.class.name].filter(Boolean).join(' '),
  ];
  return (
    <section className={`card ${styles.head} ${classTint(character.class.id)}`}>
      <div className={`row ${styles.who}`}>
        <Portrait character={character} />
        <div className="grow">
          <h1 tabIndex={-1}>
            <ClassName classId={character.class.id}>{title ?? name}</ClassName>
            {character.isMain && (
              <span className={styles.star} title={own.main}>
                <Icon name="star" />
                <span className="sr">{own.main}</span>
              </span>
            )}
          </h1>
          <p className="muted small">{alike.join(' · ')}</p>
          <p className="muted small">
            {guild &&
              (guild.id ? (
                <Link to="/g/$guild" params={{ guild: guild.alias ?? guild.id }} className="link">
                  {guild.name}
                </Link>
              ) : (
                guild.name
              ))}
            {guild && ' · '}
            {realm?.name ?? own.noRealm}
            {character.lastLoginAt && (
              <>
                {' · '}
                {own.played} <TimeAgo at={character.lastLoginAt} />
              </>
            )}
          </p>
          <Sites of={sitesOf(character)} />
        </div>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{own.itemLevel}</dt>
          <dd>
            {itemLevel?.equipped ?? '–'}
            {itemLevel && itemLevel.average > itemLevel.equipped && (
              <small title={words.inBags}> / {itemLevel.average}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{own.points}</dt>
          <dd>{achievementPoints === null ? '–' : format.number(achievementPoints)}</dd>
        </div>
        <Progress id={character.id} />
        {isOfGame(character) && <Patch id={character.id} />}
      </dl>
      {mine && (
        <div className={`row ${styles.deeds}`}>
          {character.source === 'synced' && character.archivedAt === null && <Refresh character={character} />}
          {character.verified && character.archivedAt === null && <Share character={character} />}
          <CharacterMenu character={character} onDeleted={() => void navigate({ to: '/characters' })} />
        </div>
      )}
      <Notice character={character} mine={mine} />
    </section>
  );
}

/** The game's picture, else the glyph of the class. */
function Portrait({ character }: { character: CharacterView }) {
  const [broken, setBroken] = useState(false);
  const { avatarUrl } = character;
  if (!avatarUrl || broken) return <ClassTile of={character.class} large />;
  return <img src={avatarUrl} alt="" className={styles.portrait} onError={() => setBroken(true)} />;
}

const ShareDialog = lazyPart(() => import('./share-dialog.tsx'), 'ShareDialog');

function Share({ character }: { character: CharacterView }) {
  const words = viewsWords.use();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="send" onClick={() => setOpen(true)}>
        {character.publicUrl ? words.share.shared : words.share.title}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ShareDialog character={character} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Refresh({ character }: { character: CharacterView }) {
  const words = viewsWords.use();
  const refresh = useRefresh(character);
  const waits = refresh.waitSeconds > 0 && !refresh.running;
  return (
    <Button icon="refresh" pending={refresh.running} disabled={waits} onClick={refresh.start}>
      {refresh.running ? words.refreshing : waits ? words.refreshIn({ seconds: refresh.waitSeconds }) : words.refresh}
    </Button>
  );
}

/** Shows what a tab of the page has loaded: the head asks for nothing itself. */
function Progress({ id }: { id: string }) {
  const words = viewsWords.use();
  const format = useFormat();
  const progressOf = useProgress();
  const { data: encounters } = useQuery({ ...encountersQuery(id), enabled: false });
  const { data: keystone } = useQuery({ ...keystoneQuery(id), enabled: false });
  const [raid] = (encounters ? raidsOfNow(encounters).raids : []).flatMap((one) => progressOf(one) ?? []);
  const rating = keystone?.rating ?? null;
  return (
    <>
      {raid && (
        <div>
          <dt>{words.raids}</dt>
          <dd>{raid}</dd>
        </div>
      )}
      {rating !== null && (
        <div>
          <dt>{words.tabs.keystone}</dt>
          <dd>{format.number(Math.round(rating))}</dd>
        </div>
      )}
    </>
  );
}

/** The game version of the data; nothing if it is unknown. */
function Patch({ id }: { id: string }) {
  const words = viewsWords.use();
  const { data } = useQuery(patchQuery(id));
  if (!data) return null;
  return (
    <div>
      <dt>{words.patch}</dt>
      <dd>{data.patch}</dd>
    </div>
  );
}

/** A notice about facts that limit how far the data can be trusted. */
function Notice({ character, mine }: { character: CharacterView; mine: boolean }) {
  const words = viewsWords.use();
  const own = charactersWords.use();
  const format = useFormat();
  const { missingSince, archivedAt, source, verified, hardcore } = character;
  const notes = [
    missingSince && `${capital(own.missing({ ago: format.relative(new Date(missingSince)) }))}. ${own.missingHint}`,
    archivedAt && !missingSince && words.archivedNote,
    source === 'manual' && words.byHandNote,
    source === 'synced' && !verified && mine && own.unprovenHint,
    hardcore?.isGhost && words.ghost,
    !mine && words.shared,
  ].filter((note) => typeof note === 'string');
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>
          <Icon name={missingSince ? 'alert' : 'note'} size="s" />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
