import type { EventRole } from '@guildhall/contracts/event.ts';
import type { KeptAnswerView } from '@guildhall/contracts/kept-answer.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { authWords } from './auth.words.ts';
import styles from './door.module.css';

const ROLES = ['tank', 'healer', 'melee', 'ranged'] as const satisfies readonly EventRole[];
const EVENT = /^\/events\/([0-9a-f-]{36})\/?$/;

/** Only for the page of an event: its answer need not wait for the characters. */
export function LeaveAnswer() {
  const [, event] = EVENT.exec(window.location.pathname) ?? [];
  return event && <KeepAnswer event={event} />;
}

const keptAnswers = () => api.keptAnswers.list.queryOptions({});

function KeepAnswer({ event }: { event: string }) {
  const { door: words } = authWords.use();
  const { roles } = coreWords.use();
  const [wished, setWished] = useState<EventRole | null>();
  const kept = useQuery(keptAnswers()).data?.answers.find(({ eventId }) => eventId === event);
  const keep = useMutation(
    api.keptAnswers.keep.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: keptAnswers().queryKey }),
    }),
  );
  const shown = keep.isPending ? keep.variables : kept;
  const roleKey = wished === undefined ? (kept?.roleKey ?? null) : wished;
  const choose = (status: KeptAnswerView['status'], role = roleKey) =>
    keep.mutate({ eventId: event, status, roleKey: role });
  const chooseRole = (value: string) => {
    const role = ROLES.find((one) => one === value) ?? null;
    setWished(role);
    if (shown) choose(shown.status, role);
  };
  return (
    <div className={styles.leave}>
      <p>
        <b>{words.leave}</b>
        <span className="muted small">{words.leaveLead}</span>
      </p>
      <SegmentedControl
        legend={words.leave}
        large
        value={shown?.status ?? null}
        onChange={choose}
        choices={[
          { value: 'signed_up', label: words.inLater, look: 'wait', icon: 'clock' },
          { value: 'tentative', label: words.maybe, look: 'maybe' },
          { value: 'declined', label: words.no },
        ]}
      />
      <Select
        label={words.role}
        value={roleKey ?? ''}
        onChange={({ target }) => chooseRole(target.value)}
        options={[['', words.usualRole], ...ROLES.map((role) => [role, roles[role]] as const)]}
      />
      {kept && !keep.isPending && (
        <p className="muted small" role="status">
          {words.kept}
        </p>
      )}
      <FailureNote error={keep.error} />
    </div>
  );
}
