import type { ReactNode, Ref } from 'react';

type Props = {
  label: string;
  className?: string | undefined;
  children: ReactNode;
  box?: Ref<HTMLElement>;
};

/** A scrolling area inside the page, reachable by keyboard. */
export function ScrollBox({ label, className, children, box }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it by the arrow keys.
    <section ref={box} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
