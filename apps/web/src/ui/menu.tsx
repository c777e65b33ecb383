import { startTransition, useState } from 'react';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { MenuProps } from './menu-list.tsx';
import { SectionBoundary } from './states.tsx';

export type { MenuItem } from './menu-list.tsx';

const MenuList = lazyPart(() => import('./menu-list.tsx'), 'MenuList');
// If it does not load now, it is loaded when the button is pressed.
const expect = () => void MenuList.preload().catch(() => {});

/** Actions on an object. The list is a third of what a page may weigh, so it is loaded when the viewer reaches for it. */
export function Menu(props: MenuProps) {
  const { label, trigger } = props;
  const [wanted, setWanted] = useState(false);
  // The button stays until the list is there.
  const open = () => startTransition(() => setWanted(true));
  const look = buttonClass('ghost', false, trigger ? '' : 'sq');
  const button = (press: () => void) => (
    <button
      type="button"
      className={look}
      aria-label={trigger ? undefined : label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={expect}
      onFocus={expect}
      onClick={press}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') press();
      }}
    >
      {trigger ?? <Icon name="more" />}
    </button>
  );
  if (!wanted) return button(open);
  return (
    <SectionBoundary fallback={(_, retry) => button(retry)}>
      <MenuList {...props} look={look} />
    </SectionBoundary>
  );
}
