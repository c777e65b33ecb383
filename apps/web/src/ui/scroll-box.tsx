import type { ReactNode, Ref } from 'react';

type Props = {
  label: string;
  className?: string | undefined;
  children: ReactNode;
  box?: Ref<HTMLElement>;
};

/** A box that scrolls inside the page and can be focused. */
export function ScrollBox({ label, className, children, box }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it by the arrow keys.
    <section ref={box} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
