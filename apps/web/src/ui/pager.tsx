import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from './button.tsx';

type Props = {
  page: number;
  totalPages: number;
  words: { label: string; before: string; after: string };
  to(page: number): Pick<LinkProps, 'to' | 'params' | 'search'>;
};

/** Renders nothing if there is only one page. */
export function Pager({ page, totalPages, words, to }: Props) {
  if (totalPages <= 1) return null;
  return (
    <nav className="row between" aria-label={words.label}>
      {page > 1 ? (
        <Link {...to(page - 1)} className={buttonClass()}>
          {words.before}
        </Link>
      ) : (
        <span />
      )}
      {page < totalPages && (
        <Link {...to(page + 1)} className={buttonClass()}>
          {words.after}
        </Link>
      )}
    </nav>
  );
}
