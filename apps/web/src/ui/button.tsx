import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> & {
  kind?: 'plain' | 'primary' | 'ghost' | 'danger';
  small?: boolean;
  icon?: IconName | undefined;
  /** Shows a busy state and ignores further taps. */
  pending?: boolean;
  submit?: boolean;
  children: ReactNode;
};

export function Button({
  kind = 'plain',
  small,
  icon,
  pending,
  submit,
  children,
  disabled,
  className,
  onClick,
  ...rest
}: Props) {
  const decides = kind === 'primary' || kind === 'danger';
  return (
    <button
      {...rest}
      // The second click of a double click is no second decision.
      onClick={(event) => (decides && event.detail > 1 ? event.preventDefault() : onClick?.(event))}
      type={submit ? 'submit' : 'button'}
      className={buttonClass(kind, small, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending ? <span className="spin" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** For links that look like buttons. */
export const buttonClass = (kind: Props['kind'] = 'plain', small = false, more = '') =>
  ['btn', kind === 'plain' ? '' : kind, small ? 's' : '', more].filter(Boolean).join(' ');

type IconButtonProps = Omit<Props, 'children' | 'icon'> & { icon: IconName; label: string };

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} kind={rest.kind ?? 'ghost'} className={`sq ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </Button>
  );
}
