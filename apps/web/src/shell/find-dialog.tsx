import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { signOut, useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { gameLocale } from '../i18n/language.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { toastFailure } from '../ui/toast.tsx';
import { accountWords } from './account/account.words.ts';
import { guildRef, useCurrentGuild, useMyGuilds } from './current-guild.ts';
import { guildDestinations, myDestinations } from './navigation.ts';
import { setTheme, THEMES } from './theme.ts';

type Found = { id: string; group: string; label: string; hint?: string; icon: IconName | 'crest'; run(): void };
type Props = { onClose(): void; onShortcuts(): void };

const MOST = 40;

/** Finds every destination and action by a few letters of its name. */
export function FindDialog({ onClose, onShortcuts }: Props) {
  const { shell, ui } = coreWords.use();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const wanted = plain(text);
  const found = useEverything(onShortcuts)
    .filter(({ label, hint }) => plain(`${label} ${hint ?? ''}`).includes(wanted))
    .slice(0, MOST);
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
            placeholder={shell.findHint}
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
          {shell.results(found.length)}
        </p>
      </div>
    </dialog>
  );
}

const scrollThere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Ignores accents and case. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

function useEverything(onShortcuts: () => void): Found[] {
  const words = coreWords.use();
  const { shell } = words;
  const account = accountWords.use();
  const navigate = useNavigate();
  const viewer = useViewer();
  const guild = useCurrentGuild();
  const guilds = useMyGuilds();
  const characters =
    useQuery({ ...api.characters.list.queryOptions({ locale: gameLocale() }), enabled: viewer !== undefined }).data ??
    [];
  const pages = [...(viewer ? myDestinations(words) : []), ...(guild ? guildDestinations(words, guild) : [])];
  return [
    ...pages.map(({ label, icon, link }) => ({
      id: `page-${icon}`,
      group: shell.pages,
      label,
      icon,
      run: () => void navigate(link),
    })),
    ...(viewer
      ? [
          {
            id: 'notifications',
            group: shell.pages,
            label: account.notifications,
            icon: 'bell' as const,
            run: () => void navigate({ to: '/notifications', search: {} }),
          },
          {
            id: 'settings',
            group: shell.pages,
            label: account.settings,
            hint: viewer.displayName,
            icon: 'gear' as const,
            run: () => void navigate({ to: '/me/{-$tab}', params: { tab: undefined } }),
          },
        ]
      : []),
    ...(viewer?.isAdmin
      ? [
          {
            id: 'administration',
            group: shell.pages,
            label: account.administration,
            icon: 'key' as const,
            run: () => void navigate({ to: '/admin/{-$tab}/{-$queue}', params: { tab: undefined, queue: undefined } }),
          },
        ]
      : []),
    ...guilds.map((one) => ({
      id: one.id,
      group: shell.guilds,
      label: one.name,
      icon: 'crest' as const,
      run: () => void navigate({ to: '/g/$guild', params: { guild: guildRef(one) } }),
    })),
    ...characters.map(({ id, name, realm }) => ({
      id,
      group: shell.characters,
      label: name,
      hint: realm?.name ?? '',
      icon: 'character' as const,
      run: () => void navigate({ to: '/characters' }),
    })),
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      group: shell.actions,
      label: `${shell.theme}: ${shell.themes[theme]}`,
      icon: theme === 'light' ? ('sun' as const) : ('moon' as const),
      run: () => setTheme(theme),
    })),
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
