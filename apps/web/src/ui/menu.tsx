import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** The reason it is disabled; shown below the label. */
  disabledBecause?: string | undefined;
  onSelect(): void;
};

type Props = { label: string; items: MenuItem[]; trigger?: ReactNode };

/** Actions on an object. Only for lazily loaded pages: it is too heavy for the shell. */
export function Menu({ label, items, trigger }: Props) {
  return (
    <Base.Root>
      <Base.Trigger
        className={buttonClass('ghost', false, trigger ? '' : 'sq')}
        aria-label={trigger ? undefined : label}
      >
        {trigger ?? <Icon name="more" />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="floating">
          <Base.Popup className="menu">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={item.danger ? 'menu-item bad' : 'menu-item'}
                disabled={item.disabledBecause !== undefined}
                onClick={item.onSelect}
              >
                {item.icon && <Icon name={item.icon} />}
                <span>
                  {item.label}
                  {item.disabledBecause && <small>{item.disabledBecause}</small>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
