import { Link, Outlet, useLocation, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ThemeButton } from '../account/preferences/theme-button.tsx';
import { useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { guildRef, useCurrentGuild } from '../routes/current-guild.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SignInLink } from '../ui/sign-in-link.tsx';
import { SectionBoundary } from '../ui/states.tsx';
import { toastFailure } from '../ui/toast.tsx';
import { GuildList, GuildSwitch } from './guild-switch.tsx';
import { NavGroup } from './nav-group.tsx';
import { type Destination, guildDestinations, isOpenTo, isWithin, myDestinations } from './navigation.ts';
import { Notices } from './notices.tsx';
import { useShortcuts } from './shortcuts.ts';

const FindDialog = lazyPart(() => import('./find-dialog.tsx'), 'FindDialog');
const MoreDialog = lazyPart(() => import('./account-dialogs.tsx'), 'MoreDialog');
const AccountDialog = lazyPart(() => import('./account-dialogs.tsx'), 'AccountDialog');
const Bell = lazyPart(() => import('../account/notifications/bell.tsx'), 'Bell');
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

type Open = 'nothing' | 'find' | 'shortcuts' | 'account' | 'more';

/** A side bar on wide screens, five tabs on a phone; around every page except sign-in. */
export function Shell() {
  const words = coreWords.use();
  const viewer = useViewer();
  const guild = useCurrentGuild();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>('nothing');
  const [rested, setRested] = useState(false);
  const main = useRef<HTMLElement>(null);
  const mine = viewer ? myDestinations(words) : [];
  const { guild: named } = useParams({ strict: false });
  const guilds = guild ? guildDestinations(words, guild, named).filter(isOpenTo(guild)) : [];
  // A dialog tells of its end a moment later, when another one may be open.
  const close = () => setOpen((now) => (now === open ? 'nothing' : now));

  useShortcuts({
    find: () => setOpen('find'),
    help: () => setOpen('shortcuts'),
    go: (key) => {
      const destination = [...mine, ...guilds].find((one) => one.key === key);
      if (destination) void navigate(destination.link);
    },
  });
  const signedIn = viewer !== undefined;
  // A loading page has priority.
  const atRest = useRouterState({ select: ({ status }) => status === 'idle' });
  useEffect(() => {
    if (!signedIn || !atRest) return;
    let waits = 0;
    let timer: ReturnType<typeof setTimeout>;
    const rest = () => {
      // Parts of the page may still load; those that wait for a sync are no reason to stay without news of it.
      if (document.querySelector('main .skeleton') && waits < MOST_WAITS) {
        waits += 1;
        timer = setTimeout(rest, REST_MS);
        return;
      }
      setRested(true);
      const live = import('../api/live.ts').then(({ connectLive }) => connectLive());
      // If the network fails now, the next page retries.
      void Promise.all([live, FindDialog.preload(), AccountDialog.preload(), GuildList.preload()]).catch(() => {});
    };
    timer = setTimeout(rest, REST_MS);
    return () => clearTimeout(timer);
  }, [signedIn, atRest]);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content, without a `#main` in the address. */}
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {words.shell.skip}
      </a>
      <div className="app">
        <aside className="side">
          <GuildSwitch />
          <nav aria-label={words.shell.main}>
            <NavGroup title={words.shell.mine} destinations={mine} />
            {guild && <NavGroup title={guild.name} destinations={guilds} />}
          </nav>
          <div className="me row">
            {viewer ? (
              <button type="button" className="who-am-i" onClick={() => setOpen('account')}>
                <Avatar name={viewer.displayName} url={viewer.avatarUrl} />
                <span className="clip">{viewer.displayName}</span>
                <span className="sr">{words.shell.account}</span>
              </button>
            ) : (
              <SignInLink />
            )}
            <ThemeButton />
          </div>
        </aside>
        <div className="col">
          <Notices />
          <header className="top">
            <span className="phone-only">
              <Icon name="crest" className="crest crest-s" />
            </span>
            <span className="crumb clip">
              <b>{guild?.name ?? 'Guildhall'}</b>
            </span>
            <span className="spacer" />
            <button type="button" className="find" onClick={() => setOpen('find')}>
              <Icon name="search" size="s" />
              <span>{words.shell.find}</span>
              <kbd>Ctrl K</kbd>
            </button>
            <span className="phone-only">
              <IconButton icon="search" label={words.shell.find} onClick={() => setOpen('find')} />
            </span>
            <span className="bell">
              {viewer && rested && (
                <SectionBoundary fallback={() => null}>
                  <Suspense>
                    <Bell />
                  </Suspense>
                </SectionBoundary>
              )}
            </span>
          </header>
          <main id="main" ref={main} tabIndex={-1}>
            {guild?.view?.archivedAt && (
              <p className="notice warn" role="status">
                {words.shell.archived({ guild: guild.name })}
                {guild.view.abilityRules.some(
                  ({ action, subject }) => action === 'delete' && subject === 'Organization',
                ) && (
                  <Link
                    to="/g/$guild/settings/$tab"
                    params={{ guild: guildRef(guild), tab: 'danger' }}
                    className="link"
                  >
                    {words.shell.restore}
                  </Link>
                )}
              </p>
            )}
            <Outlet />
          </main>
        </div>
      </div>
      <TabBar destinations={[...mine, ...guilds]} onMore={() => setOpen('more')} />

      <SectionBoundary key={open} fallback={(error) => <NotOpened error={error} onClose={close} />}>
        <Suspense>
          {open === 'more' && <MoreDialog mine={mine} guilds={guilds} guild={guild} onClose={close} />}
          {open === 'account' && <AccountDialog onClose={close} />}
          {open === 'find' && <FindDialog onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
          {open === 'shortcuts' && <ShortcutsDialog onClose={close} destinations={[...mine, ...guilds]} />}
        </Suspense>
      </SectionBoundary>
    </>
  );
}

/** Closes a dialog that did not load, and says why. */
function NotOpened({ error, onClose }: { error: unknown; onClose(): void }) {
  useEffect(() => {
    toastFailure(error);
    onClose();
  });
  return null;
}

/** Live updates, the palette and the dialogs can wait until the page is shown. */
const REST_MS = 1_500;
const MOST_WAITS = 20;

/** Week, events, roster, characters, and the rest. Guild tabs keep their place without a guild. */
function TabBar({ destinations, onMore }: { destinations: Destination[]; onMore(): void }) {
  const { shell } = coreWords.use();
  const { pathname } = useLocation();
  const tabs = [
    { icon: 'week', tab: shell.weekTab },
    { icon: 'events', tab: shell.events },
    { icon: 'roster', tab: shell.roster },
    { icon: 'character', tab: shell.characters },
  ] as const;
  return (
    <nav className="tabbar" aria-label={shell.main}>
      {tabs.map(({ icon, tab }) => {
        const destination = destinations.find((one) => one.icon === icon);
        return destination ? (
          <Link key={icon} {...destination.link} aria-current={isWithin(destination, pathname)}>
            <Icon name={icon} size="l" />
            <span>{tab}</span>
          </Link>
        ) : (
          <span key={icon} className="tab">
            <Icon name={icon} size="l" />
            <span>{tab}</span>
          </span>
        );
      })}
      <button type="button" onClick={onMore}>
        <Icon name="more" size="l" />
        <span>{shell.more}</span>
      </button>
    </nav>
  );
}
