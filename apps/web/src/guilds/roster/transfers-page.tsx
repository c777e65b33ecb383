import type { OrganizationView, RosterEntryView } from '@guildhall/contracts/organization.ts';
import type { PredecessorView, TransferView } from '@guildhall/contracts/roster.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Can } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Section } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { useRankName } from './rank-name.ts';
import styles from './roster.module.css';
import { invalidateRoster } from './roster.queries.ts';
import { rosterWords } from './roster.words.ts';
import { RosterTabs } from './roster-tabs.tsx';

const MOST = '200';

export function TransfersPage() {
  const words = rosterWords.use();
  const guild = useGuild();
  return (
    <div className="stack">
      <PageHead title={words.tabs.transfers} lead={words.transfers.lead} />
      <RosterTabs guild={guild} />
      <Can rules={guild.abilityRules} I="update" a="Organization">
        <Section>
          <Continued guild={guild} />
        </Section>
      </Can>
      <Section>
        <Transfers guild={guild} />
      </Section>
    </div>
  );
}

/** Former guilds that this one may continue. */
function Continued({ guild }: { guild: OrganizationView }) {
  const { data } = useSuspenseQuery(api.roster.predecessors.queryOptions({ id: guild.id }));
  return data.map((former) => <Former key={former.id} guild={guild} former={former} />);
}

function Former({ guild, former }: { guild: OrganizationView; former: PredecessorView }) {
  const { continued: words } = rosterWords.use();
  const navigate = useNavigate();
  const { name, agreeing, members } = former;
  const decide = useMutation(
    api.roster.decidePredecessor.mutationOptions({
      onSuccess: ({ organizationId }, { decision }) => {
        toast({ text: decision === 'confirm' ? words.confirmed({ name }) : words.rejected });
        if (decision === 'confirm') {
          void queryClient.invalidateQueries({ queryKey: api.organizations.pathKey() });
          void navigate({ to: '/g/$guild', params: { guild: organizationId } });
        }
      },
      onError: toastFailure,
      onSettled: invalidateRoster,
    }),
  );
  const choose = (decision: 'confirm' | 'reject') =>
    decide.mutate({ id: guild.id, predecessorId: former.id, decision });
  const pending = decide.isPending ? decide.variables?.decision : undefined;
  return (
    <section className="card pad-s">
      <h2>{words.title}</h2>
      <p>{words.found({ agreeing, members, name, realm: former.realm.name })}</p>
      <p className="muted small">{words.consequence({ name })}</p>
      <div className="row">
        <Button
          kind="primary"
          icon="check"
          pending={pending === 'confirm'}
          disabled={decide.isPending}
          onClick={() => choose('confirm')}
        >
          {words.confirm}
        </Button>
        <Button pending={pending === 'reject'} disabled={decide.isPending} onClick={() => choose('reject')}>
          {words.reject}
        </Button>
      </div>
    </section>
  );
}

function Transfers({ guild }: { guild: OrganizationView }) {
  const { transfers: words } = rosterWords.use();
  const { data } = useSuspenseQuery(api.roster.transfers.queryOptions({ id: guild.id, pageSize: MOST }));
  const pending = data.transfers.filter(({ status }) => status === 'pending');
  if (pending.length === 0) {
    return (
      <Empty icon="check" title={words.empty}>
        {words.emptyHint}
      </Empty>
    );
  }
  return (
    <ul>
      {pending.map((transfer) => (
        <Pair key={transfer.id} guild={guild} transfer={transfer} />
      ))}
    </ul>
  );
}

function Pair({ guild, transfer }: { guild: OrganizationView; transfer: TransferView }) {
  const { transfers: words } = rosterWords.use();
  const { joiner, leaver } = transfer;
  const decide = useMutation(
    api.roster.decideTransfer.mutationOptions({
      onSuccess: ({ status }) =>
        toast({
          text: status === 'confirmed' ? words.confirmed({ name: joiner.name }) : words.rejected({ name: joiner.name }),
        }),
      onError: toastFailure,
      onSettled: invalidateRoster,
    }),
  );
  const choose = (decision: 'confirm' | 'reject') => decide.mutate({ id: guild.id, transferId: transfer.id, decision });
  const pending = decide.isPending ? decide.variables?.decision : undefined;
  return (
    <li className={styles.pair}>
      <Side label={words.left} member={leaver} at={leaver.leftAt ?? transfer.createdAt} />
      <Icon name="right" className={`i ${styles.arrow}`} />
      <Side label={words.came} member={joiner} at={joiner.joinedAt} />
      <div className={styles.decision}>
        <p className="muted small">{words.consequence}</p>
        <div className="row">
          <Button
            kind="primary"
            icon="check"
            pending={pending === 'confirm'}
            disabled={decide.isPending}
            onClick={() => choose('confirm')}
          >
            {words.confirm}
          </Button>
          <Button pending={pending === 'reject'} disabled={decide.isPending} onClick={() => choose('reject')}>
            {words.reject}
          </Button>
        </div>
      </div>
    </li>
  );
}

function Side({ label, member, at }: { label: string; member: RosterEntryView; at: string }) {
  const { transfers: words, levelNumber } = rosterWords.use();
  const format = useFormat();
  const rankName = useRankName();
  return (
    <div className={styles.side}>
      <p className="eyebrow">
        {label} · <time dateTime={at}>{format.date(new Date(at))}</time>
      </p>
      <div className="row">
        <ClassTile of={member.class} />
        <p className="grow">
          <ClassName classId={member.class.id}>{member.name}</ClassName>
          <small className="muted">
            {[
              member.realm.name,
              member.faction && words.factions[member.faction],
              levelNumber({ level: member.level }),
              rankName(member),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </p>
      </div>
    </div>
  );
}
