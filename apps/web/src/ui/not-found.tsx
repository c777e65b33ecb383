import { Link } from '@tanstack/react-router';
import { coreWords } from '../i18n/core.words.ts';
import { buttonClass } from './button.tsx';
import { PageTitle } from './page-title.tsx';
import { Empty } from './states.tsx';

/** In place of a page whose address leads nowhere. */
export function NotFound() {
  const { shell } = coreWords.use();
  return (
    <>
      <PageTitle>{`${shell.lost} · Guildhall`}</PageTitle>
      <h1 className="sr" tabIndex={-1}>
        {shell.lost}
      </h1>
      <div className="card">
        <Empty
          icon="flag"
          title={shell.lost}
          action={
            <Link to="/" className={buttonClass()}>
              {shell.toWeek}
            </Link>
          }
        >
          {shell.lostHint}
        </Empty>
      </div>
    </>
  );
}
