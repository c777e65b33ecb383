import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/states.tsx';
import styles from './attendance.module.css';
import { attendanceWords } from './attendance.words.ts';

/** The current attendance policy and earlier versions. */
export function PolicyDialog({ guild, onClose }: { guild: OrganizationView; onClose(): void }) {
  const { policy: words } = attendanceWords.use();
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Section className={styles.plain ?? ''}>
        <Versions id={guild.id} />
      </Section>
    </Dialog>
  );
}

function Versions({ id }: { id: string }) {
  const { policy: words } = attendanceWords.use();
  const format = useFormat();
  const { versions } = useSuspenseQuery(api.attendance.policy.queryOptions({ id })).data;
  return (
    <ul className={styles.policies}>
      {versions.map((policy, index) => (
        <li key={policy.version}>
          <h3>
            {index === 0 ? words.now : words.version({ version: policy.version })}{' '}
            <span className="muted small">
              {policy.validFrom ? words.from({ date: format.date(new Date(policy.validFrom)) }) : words.always}
              {policy.changedBy && ` · ${policy.changedBy.displayName}`}
            </span>
          </h3>
          <ul className="small">
            <li>{words.late({ percent: policy.lateWeight })}</li>
            <li>{words.benched({ percent: policy.benchedWeight })}</li>
            <li>{policy.countDeclined ? words.declinedCounts : words.declinedFree}</li>
            <li>{words.tooFew({ count: policy.tooFewEvents })}</li>
          </ul>
        </li>
      ))}
    </ul>
  );
}
