import { Suspense, useId, useRef, useState } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import { useCurrentGuild, useMyGuilds } from '../routes/current-guild.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SectionBoundary } from '../ui/states.tsx';
import { GuildCrest } from './guild-crest.tsx';

/** Loads when the page rests, or when it is opened. */
export const GuildList = lazyPart(() => import('./guild-list.tsx'), 'GuildList');

/** The viewer's guilds, as a list of links in a native popover. */
export function GuildSwitch() {
  const { shell } = coreWords.use();
  const guilds = useMyGuilds();
  const current = useCurrentGuild();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [wasOpened, setOpened] = useState(false);

  if (guilds.length === 0) {
    return (
      <span className="brand">
        <Icon name="crest" className="crest" />
        Guildhall
      </span>
    );
  }
  const open = () => {
    setOpened(true);
    const box = button.current?.getBoundingClientRect();
    if (!box || !list.current) return;
    list.current.style.left = `${box.left}px`;
    list.current.style.top = `${box.bottom + 4}px`;
    list.current.style.minWidth = `${box.width}px`;
  };
  return (
    <div>
      <button ref={button} type="button" className="guild-switch" popovertarget={id} onClick={open}>
        <GuildCrest name={current?.name ?? ''} url={current?.currentLogoUrl ?? null} />
        <span className="grow">
          <b className="clip">{current?.name ?? 'Guildhall'}</b>
          <small className="clip">{shell.switchGuild}</small>
        </span>
        <Icon name="down" size="s" />
      </button>
      <div ref={list} id={id} popover="auto" className="menu popover">
        {wasOpened && (
          <SectionBoundary>
            <Suspense>
              <GuildList onChoose={() => list.current?.hidePopover()} />
            </Suspense>
          </SectionBoundary>
        )}
      </div>
    </div>
  );
}
