import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  /** Shown below the label. */
  hint?: string;
  /** The reason it is disabled; shown below the label. */
  disabledBecause?: string | undefined;
  onSelect(): void;
};

export type MenuProps = { label: string; items: MenuItem[]; trigger?: ReactNode };

/** A menu whose button was pressed: it opens at once. */
export function MenuList({ label, items, trigger, look }: MenuProps & { look: string }) {
  const button = useRef<HTMLButtonElement>(null);
  // As a key would open it, so that the first item gets the focus.
  useEffect(() => {
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Base.Root>
      <Base.Trigger ref={button} className={look} aria-label={trigger ? undefined : label}>
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
                  {(item.disabledBecause ?? item.hint) && <small>{item.disabledBecause ?? item.hint}</small>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
