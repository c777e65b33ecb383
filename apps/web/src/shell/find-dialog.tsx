import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import { nameKey } from '@guildhall/contracts/name-key.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { setTheme, THEMES } from '../account/preferences/theme.ts';
import { accountWords } from '../account/session/account.words.ts';
import { api } from '../api/client.ts';
import { signOut, useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { useFormat } from '../i18n/format.ts';
import { gameLocale } from '../i18n/language.ts';
import { guildRef, useCurrentGuild, useMyGuilds } from '../routes/current-guild.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { toastFailure } from '../ui/toast.tsx';
import { guildDestinations, isActiveMember, isOpenTo, myDestinations } from './navigation.ts';
import { shellWords } from './shell.words.ts';
import '../ui/dialog.css';
import './find-dialog.css';

type Found = {
  id: string;
  group: string;
  label: string;
  hint?: string;
  /** Another name, which only those of equal names show. */
  alias?: string | undefined;
  icon: IconName | 'crest';
  run(): void;
};
type Props = { onClose(): void; onShortcuts(): void };

const MOST = 40;

/** Finds every destination and action by a few letters of its name. */
export function FindDialog({ onClose, onShortcuts }: Props) {
  const { shell, ui } = coreWords.use();
  const { findHint } = shellWords.use();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const found = distinct(search(useEverything(onShortcuts), nameKey(text.trim())).slice(0, MOST));
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (one: Found | undefined) => {
    if (!one) return;
    onClose();
    one.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(chosen);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || found.length === 0) return;
    event.preventDefault();
    setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the platform's; this is a click beside the dialog.
    <dialog
      ref={dialog}
      className="dialog find-dialog"
      aria-label={shell.find}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dialog-in">
        <div className="find-input">
          <Icon name="search" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
            aria-label={shell.find}
            placeholder={findHint}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={listId} role="listbox" aria-label={shell.find} tabIndex={-1}>
          {found.map((one, index) => (
            <div key={one.id}>
              {one.group !== found[index - 1]?.group && (
                <p className="menu-head" aria-hidden="true">
                  {one.group}
                </p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus, and the keys. */}
              <div
                id={`${listId}-${one.id}`}
                ref={one === chosen ? scrollThere : undefined}
                role="option"
                aria-selected={one === chosen}
                className="menu-item"
                onClick={() => run(one)}
              >
                {one.icon === 'crest' ? <Icon name="crest" className="crest crest-s" /> : <Icon name={one.icon} />}
                <span className="clip">{one.label}</span>
                {one.hint && <span className="muted small">{one.hint}</span>}
              </div>
            </div>
          ))}
        </div>
        {found.length === 0 && <p className="menu-empty">{ui.nothingFound}</p>}
        <p className="sr" role="status">
          {shell.results({ count: found.length })}
        </p>
      </div>
    </dialog>
  );
}

const scrollThere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** How well a text fits: it begins so, a word of it does, or it contains it; undefined if not at all. */
function rankOf(text: string, wanted: string): number | undefined {
  if (text.startsWith(wanted)) return 0;
  if (text.includes(` ${wanted}`)) return 1;
  return text.includes(wanted) ? 2 : undefined;
}

/** Groups with the best match come first; within a group, the best matches do. */
function search(everything: readonly Searchable[], wanted: string): Found[] {
  if (!wanted) return everything.filter(({ onlyWanted }) => !onlyWanted).map(({ found }) => found);
  const matches = everything.flatMap(({ found, label, hint }) => {
    const rank = rankOf(label, wanted) ?? (hint.includes(wanted) ? 3 : undefined);
    return rank === undefined ? [] : [{ found, rank }];
  });
  const groups = [...Map.groupBy(matches, ({ found }) => found.group).values()];
  const best = (group: typeof matches) => Math.min(...group.map(({ rank }) => rank));
  return groups
    .toSorted((a, b) => best(a) - best(b))
    .flatMap((group) => group.toSorted((a, b) => a.rank - b.rank).map(({ found }) => found));
}

/** The label of one of several with that label tells its hint, too, and what else sets it apart. */
function distinct(found: readonly Found[]): Found[] {
  const labels = distinctNames(
    found.map(({ label, hint, alias, group }) => ({ name: label, details: [hint, alias, group] })),
  );
  return found.map(({ hint, ...one }, at) => {
    const label = labels[at] ?? one.label;
    return label === one.label && hint !== undefined ? { ...one, hint } : { ...one, label };
  });
}

type Searchable = { found: Found; label: string; hint: string; onlyWanted: boolean };

function useEverything(onShortcuts: () => void): readonly Searchable[] {
  const pages = usePages(onShortcuts);
  const inGuild = useInGuild();
  // Folded once, not at every key: a large guild has a thousand names.
  const folded = useMemo(() => inGuild.map((found) => searchable(found, true)), [inGuild]);
  return [...pages.map((found) => searchable(found, false)), ...folded];
}

const searchable = (found: Found, onlyWanted: boolean): Searchable => ({
  found,
  label: nameKey(found.label),
  hint: nameKey(found.hint ?? ''),
  onlyWanted,
});

const MINUTE_MS = 60_000;

/** Members, characters, events, posts and texts of the guild, which one request names. */
function useInGuild(): readonly Found[] {
  const { shell } = coreWords.use();
  const words = shellWords.use();
  const format = useFormat();
  const navigate = useNavigate();
  const guild = useCurrentGuild();
  const isMember = guild !== undefined && isActiveMember(guild);
  const { data } = useQuery({
    ...api.memberPages.finder.queryOptions({ id: guild?.id ?? '' }),
    enabled: isMember,
    staleTime: MINUTE_MS,
  });
  return useMemo(() => {
    if (!data || !guild) return [];
    const params = { guild: guildRef(guild) };
    const { people, characters, events, posts, texts } = data;
    // The first of each person.
    const mains = new Map(characters.person.map((person, at) => [person, characters.name[at]] as const).toReversed());
    const toPerson = (at: number) => () =>
      void navigate({ to: '/g/$guild/members/$person', params: { ...params, person: fullId(people.id[at] ?? '') } });
    return [
      ...people.name.map(
        (label, at): Found => ({
          id: `person-${people.id[at]}`,
          group: shell.members,
          label,
          alias: mains.get(at),
          icon: 'roster',
          run: toPerson(at),
        }),
      ),
      ...characters.name.map((label, at): Found => {
        const person = characters.person[at] ?? null;
        const entry = characters.entryId[at] ?? null;
        const toEntry = () =>
          void navigate({ to: '/g/$guild/roster', params, search: entry ? { member: fullId(entry) } : { q: label } });
        return {
          id: `character-${at}`,
          group: shell.roster,
          label,
          ...(person === null ? {} : { hint: people.name[person] ?? '' }),
          icon: 'character',
          run: person === null ? toEntry : toPerson(person),
        };
      }),
      ...events.title.map(
        (label, at): Found => ({
          id: `event-${events.id[at]}`,
          group: shell.events,
          label,
          hint: format.dayAndTime(new Date((events.startsAt[at] ?? 0) * MINUTE_MS)),
          icon: 'events',
          run: () => void navigate({ to: '/events/$event', params: { event: fullId(events.id[at] ?? '') } }),
        }),
      ),
      ...posts.title.map(
        (label, at): Found => ({
          id: `post-${posts.id[at]}`,
          group: shell.news,
          label,
          icon: 'news',
          run: () => void navigate({ to: '/posts/$post', params: { post: fullId(posts.id[at] ?? '') } }),
        }),
      ),
      ...texts.map(
        (type): Found => ({
          id: `text-${type}`,
          group: words.texts,
          label: words.textNames[type],
          icon: 'note',
          run: () => void navigate({ to: '/g/$guild/texts/$type', params: { ...params, type } }),
        }),
      ),
    ];
  }, [data, guild, shell, words, format, navigate]);
}

/** A UUID from its 16 bytes in base64url. */
function fullId(short: string): string {
  const bytes = atob(short.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function usePages(onShortcuts: () => void): Found[] {
  const words = coreWords.use();
  const own = shellWords.use();
  const { shell } = words;
  const account = accountWords.use();
  const navigate = useNavigate();
  const viewer = useViewer();
  const guild = useCurrentGuild();
  const guilds = useMyGuilds();
  const characters =
    useQuery({ ...api.characters.list.queryOptions({ locale: gameLocale() }), enabled: viewer !== undefined }).data ??
    [];
  const ofGuild = guild ? guildDestinations(words, guild).filter(isOpenTo(guild)) : [];
  const pages = [...(viewer ? myDestinations(words) : []), ...ofGuild];
  return [
    ...pages.map(({ label, icon, link }) => ({
      id: `page-${icon}`,
      group: shell.pages,
      label,
      icon,
      run: () => void navigate(link),
    })),
    ...(viewer ? accountPages(viewer, shell.pages, account, navigate) : []),
    ...guilds.map((one) => ({
      id: one.id,
      group: shell.guilds,
      label: one.name,
      alias: one.alias ?? undefined,
      icon: 'crest' as const,
      run: () => void navigate({ to: '/g/$guild', params: { guild: guildRef(one) } }),
    })),
    ...characters.map(({ id, name, realm }) => ({
      id,
      group: shell.characters,
      label: name,
      hint: realm?.name ?? '',
      icon: 'character' as const,
      run: () => void navigate({ to: '/characters/$id', params: { id } }),
    })),
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      group: shell.actions,
      label: `${shell.theme}: ${shell.themes[theme]}`,
      icon: theme === 'light' ? ('sun' as const) : ('moon' as const),
      run: () => setTheme(theme),
    })),
    ...(guild && isActiveMember(guild)
      ? [
          {
            id: 'new-event',
            group: shell.actions,
            label: own.newEvent,
            icon: 'plus' as const,
            run: () => void navigate({ to: '/g/$guild/events/new', params: { guild: guildRef(guild) } }),
          },
        ]
      : []),
    ...(viewer
      ? [
          {
            id: 'away',
            group: shell.actions,
            label: own.away,
            icon: 'moon' as const,
            run: () => void navigate({ to: '/me/{-$tab}', params: { tab: 'absences' } }),
          },
        ]
      : []),
    { id: 'shortcuts', group: shell.actions, label: shell.shortcuts, icon: 'gear', run: onShortcuts },
    ...(viewer
      ? [
          {
            id: 'sign-out',
            group: shell.actions,
            label: shell.signOut,
            icon: 'right' as const,
            run: () => void signOut().catch(toastFailure),
          },
        ]
      : []),
  ];
}

type Viewer = NonNullable<ReturnType<typeof useViewer>>;
type AccountWords = ReturnType<typeof accountWords.use>;

function accountPages(
  { displayName, isAdmin }: Viewer,
  group: string,
  words: AccountWords,
  navigate: ReturnType<typeof useNavigate>,
): Found[] {
  const pages: Found[] = [
    {
      id: 'notifications',
      group,
      label: words.notifications,
      icon: 'bell',
      run: () => void navigate({ to: '/notifications', search: {} }),
    },
    {
      id: 'settings',
      group,
      label: words.settings,
      hint: displayName,
      icon: 'gear',
      run: () => void navigate({ to: '/me/{-$tab}', params: { tab: undefined } }),
    },
  ];
  if (!isAdmin) return pages;
  const params = { tab: undefined, queue: undefined };
  const run = () => void navigate({ to: '/admin/{-$tab}/{-$queue}', params });
  return [...pages, { id: 'administration', group, label: words.administration, icon: 'key', run }];
}
