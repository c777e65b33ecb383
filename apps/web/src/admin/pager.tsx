import type { Pagination } from '@guildhall/contracts/page.ts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import styles from './admin.module.css';
import { adminWords } from './admin.words.ts';

/** Pages a list that shows the newest first; the address keeps the page number. */
export function Pager({ page, totalPages }: Pagination) {
  const words = adminWords.use();
  if (totalPages <= 1) return null;
  const link = (to: number, label: string, there: boolean) =>
    there ? (
      <Link to="." search={(before) => ({ ...before, page: to })} className={buttonClass('plain', true)}>
        {label}
      </Link>
    ) : (
      <span />
    );
  return (
    <nav className={styles.pager} aria-label={words.page({ page, of: totalPages })}>
      {link(page - 1, words.newer, page > 1)}
      <span className="muted small">{words.page({ page, of: totalPages })}</span>
      {link(page + 1, words.older, page < totalPages)}
    </nav>
  );
}
