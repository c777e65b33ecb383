import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useFormat } from '../i18n/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Empty, Section, Skeleton } from '../ui/states.tsx';
import styles from './admin.module.css';
import { adminWords } from './admin.words.ts';
import { Pager } from './pager.tsx';
import { Record } from './record.tsx';

const route = getRouteApi('/shell/app/admin/{-$tab}/{-$queue}');

export function LogTab() {
  const { tabs } = adminWords.use();
  const { page = 1 } = route.useSearch();
  return (
    <Section title={tabs.log} skeleton={<Skeleton lines={10} />}>
      <Entries page={Math.max(1, page)} />
    </Section>
  );
}

function Entries({ page }: { page: number }) {
  const { log: words } = adminWords.use();
  const format = useFormat();
  const { data } = useSuspenseQuery(api.admin.log.queryOptions({ page: String(page) }));
  if (data.entries.length === 0) {
    return (
      <Empty icon="note" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  return (
    <>
      <ol className="list">
        {data.entries.map(({ id, at, action, actor, person, details }) => {
          return (
            <li key={id}>
              <span className="mark">
                <Icon name={action.startsWith('admin_') ? 'key' : 'note'} />
              </span>
              <div className="grow">
                <p>
                  <b>{actor?.displayName ?? words.operator}</b> {words.actions[action]}
                  {person && person.id !== actor?.id && (
                    <>
                      {': '}
                      <b>{person.displayName}</b>
                    </>
                  )}
                </p>
                {Object.keys(details).length > 0 && (
                  <small className={styles.payload}>
                    <Record of={details} names={data.names} />
                  </small>
                )}
              </div>
              <time className="muted small" dateTime={at} title={format.full(new Date(at))}>
                {format.relative(new Date(at))}
              </time>
            </li>
          );
        })}
      </ol>
      <Pager {...data.pagination} />
    </>
  );
}
