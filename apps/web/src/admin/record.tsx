import type { NamedThing } from '@guildhall/contracts/admin.ts';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

type Props = { of: { [name: string]: unknown }; names: readonly NamedThing[] };

/** The subject of a job or of an entry of the log: by name where there is one. */
export function Record({ of, names }: Props) {
  return Object.entries(of).map(([field, value], at) => {
    const thing = names.find(({ id }) => id === value);
    return (
      <Fragment key={field}>
        {at > 0 && ' · '}
        {thing ? <Thing {...thing} /> : `${field} ${JSON.stringify(value)}`}
      </Fragment>
    );
  });
}

function Thing({ id, kind, name }: NamedThing) {
  switch (kind) {
    case 'organization':
      return (
        <Link to="/g/$guild" params={{ guild: id }} className="link" title={id}>
          {name}
        </Link>
      );
    case 'event':
      return (
        <Link to="/events/$event" params={{ event: id }} className="link" title={id}>
          {name}
        </Link>
      );
    case 'character':
      return (
        <Link to="/characters/$id" params={{ id }} className="link" title={id}>
          {name}
        </Link>
      );
    case 'person':
      return (
        <Link
          to="/admin/{-$tab}/{-$queue}"
          params={{ tab: 'users', queue: undefined }}
          search={{ q: id }}
          className="link"
          title={id}
        >
          {name}
        </Link>
      );
  }
}
