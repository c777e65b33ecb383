import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

/** The `h1` of a page receives focus on navigation. */
export function PageHead({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <PageTitle>{`${title} · Guildhall`}</PageTitle>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {actions && <div className="row wrap">{actions}</div>}
    </div>
  );
}
