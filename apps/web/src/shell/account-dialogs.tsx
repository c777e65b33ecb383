/** Dialogs behind the phone's “More” tab and the person's own name. */
import type { OrganizationSummary } from '@guildhall/contracts/organization.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { LanguageSelect, ThemeChoice } from '../account/preferences/preferences.tsx';
import { accountWords } from '../account/session/account.words.ts';
import { signOut, useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { SignInLink } from '../ui/sign-in-link.tsx';
import { Skeleton } from '../ui/states.tsx';
import { toastFailure } from '../ui/toast.tsx';
import { GuildSwitch } from './guild-switch.tsx';
import { NavGroup } from './nav-group.tsx';
import type { Destination } from './navigation.ts';

type MoreProps = {
  mine: Destination[];
  guilds: Destination[];
  guild: OrganizationSummary | undefined;
  onClose(): void;
};

export function MoreDialog({ mine, guilds, guild, onClose }: MoreProps) {
  const words = coreWords.use();
  return (
    <Dialog open onClose={onClose} title={words.shell.more}>
      <LinksClose onClose={onClose}>
        <GuildSwitch />
        <nav aria-label={words.shell.more} className="sheet-nav">
          <NavGroup title={words.shell.mine} destinations={mine} />
          {guild && <NavGroup title={guild.name} destinations={guilds} />}
        </nav>
        <Account />
      </LinksClose>
    </Dialog>
  );
}

export function AccountDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title={useViewer()?.displayName ?? ''}>
      <LinksClose onClose={onClose}>
        <Account />
      </LinksClose>
    </Dialog>
  );
}

function LinksClose({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: closes after a link in it was followed.
    <div
      className="sheet-nav"
      onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
    >
      <Suspense fallback={<Skeleton />}>{children}</Suspense>
    </div>
  );
}

function Account() {
  const { shell } = coreWords.use();
  const words = accountWords.use();
  const viewer = useViewer();
  return (
    <>
      {viewer && (
        <nav className="nav sheet-nav" aria-label={shell.account}>
          <Link to="/me/{-$tab}" params={{ tab: undefined }}>
            <Icon name="gear" />
            {words.settings}
          </Link>
          <Link to="/notifications" search={{}}>
            <Icon name="bell" />
            {words.notifications}
          </Link>
          {viewer.isAdmin && (
            <Link to="/admin/{-$tab}/{-$queue}" params={{ tab: undefined, queue: undefined }}>
              <Icon name="key" />
              {words.administration}
            </Link>
          )}
        </nav>
      )}
      <div className="labelled">
        <span className="label">{shell.theme}</span>
        <ThemeChoice />
      </div>
      <LanguageSelect hideLabel={false} />
      {viewer ? <Button onClick={() => void signOut().catch(toastFailure)}>{shell.signOut}</Button> : <SignInLink />}
    </>
  );
}
