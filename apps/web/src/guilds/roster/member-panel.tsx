import type { OrganizationView, RosterEntryView } from '@guildhall/contracts/organization.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { useMedia } from '../../ui/media.ts';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { useChangeWords } from './change-words.ts';
import { useRankName } from './rank-name.ts';
import styles from './roster.module.css';
import { invalidateRoster } from './roster.queries.ts';
import { rosterWords } from './roster.words.ts';

type Props = {
  guild: OrganizationView;
  member: RosterEntryView;
  members: readonly RosterEntryView[];
  onOpen(member: string): void;
  onClose(): void;
};

/** Sits beside the table if there is room, else in a sheet. */
export function MemberPanel(props: Props) {
  const { member, onClose } = props;
  const words = rosterWords.use();
  const beside = useMedia('(min-width: 1101px)');
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (beside) element.current?.focus({ preventScroll: true });
  }, [beside]);
  // Returns focus to where it was.
  const close = () => {
    onClose();
    document.querySelector<HTMLElement>(`[data-member="${member.id}"]`)?.focus({ preventScroll: true });
  };
  if (!beside) {
    return (
      <Dialog open onClose={close} title={member.name}>
        <div className={styles.sheet}>
          <Identity {...props} />
          <Details {...props} />
        </div>
      </Dialog>
    );
  }
  return (
    <aside
      ref={element}
      tabIndex={-1}
      className={`card ${styles.panel}`}
      aria-label={member.name}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className={`${styles.panelHead} ${classTint(member.class.id)}`}>
        <div className="row">
          <div className="grow">
            <Identity {...props} />
          </div>
          <IconButton icon="x" label={words.panel.close} onClick={close} />
        </div>
      </header>
      <Details {...props} />
    </aside>
  );
}

function Identity({ member }: Props) {
  return (
    <div className={`row ${styles.identity}`}>
      <ClassTile of={member.class} large />
      <div className="grow">
        <h2>
          <ClassName classId={member.class.id}>{member.name}</ClassName>
        </h2>
        <p className="muted small">{[member.race.name, member.class.name, member.realm.name].join(' · ')}</p>
      </div>
    </div>
  );
}

function Details({ guild, member, members, onOpen }: Props) {
  const { panel: words } = rosterWords.use();
  const format = useFormat();
  const rankName = useRankName();
  const person = member.claimedByCharacter;
  const others = person
    ? members.filter(({ claimedByCharacter }) => claimedByCharacter?.user.id === person.user.id)
    : [];
  return (
    <>
      <dl className={`facts ${styles.facts}`}>
        <div>
          <dt>{words.itemLevel}</dt>
          <dd>{member.itemLevel ?? '–'}</dd>
        </div>
        <div>
          <dt>{words.level}</dt>
          <dd>{member.level}</dd>
        </div>
        <div>
          <dt>{words.rank}</dt>
          <dd className="clip">{rankName(member)}</dd>
        </div>
      </dl>
      <div className={styles.part}>
        <h3>{words.person}</h3>
        {person ? (
          <div className="row">
            <Avatar name={person.user.displayName} url={null} />
            <p className="grow">
              <PersonLink guild={guild.id} person={person.user.id}>
                {person.user.displayName}
              </PersonLink>
              <Since member={member} />
            </p>
          </div>
        ) : (
          <p>
            <span className="muted">{words.nobody}</span>
            <Since member={member} />
          </p>
        )}
        {person?.verified === false && (
          <>
            <p className="muted small">{words.unproven}</p>
            {may(guild.abilityRules, 'update', 'Roster') && (
              <RejectClaim guild={guild} member={member} person={person.user.displayName} />
            )}
          </>
        )}
      </div>
      {others.length > 1 && person && (
        <div className={styles.part}>
          <h3>{words.characters({ person: person.user.displayName })}</h3>
          <ul className={styles.mini}>
            {others.map((other) => (
              <li key={other.id}>
                <button
                  type="button"
                  className="row"
                  aria-current={other.id === member.id}
                  onClick={() => onOpen(other.id)}
                >
                  <ClassTile of={other.class} />
                  <ClassName classId={other.class.id}>{other.name}</ClassName>
                  <b className="num">{other.itemLevel ?? format.number(other.level)}</b>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.part}>
        <h3>{words.history}</h3>
        <SectionBoundary>
          <Suspense fallback={<Skeleton lines={2} />}>
            <MemberHistory guild={guild} member={member} />
          </Suspense>
        </SectionBoundary>
      </div>
    </>
  );
}

function Since({ member }: { member: RosterEntryView }) {
  const { panel: words } = rosterWords.use();
  const format = useFormat();
  return (
    <small className="muted">
      {member.leftAt
        ? words.leftOn({ date: format.date(new Date(member.leftAt)) })
        : words.memberSince({ date: format.date(new Date(member.joinedAt)) })}
    </small>
  );
}

const LATEST = 8;

function MemberHistory({ guild, member }: { guild: OrganizationView; member: RosterEntryView }) {
  const { panel: words } = rosterWords.use();
  const format = useFormat();
  const changeWords = useChangeWords(guild);
  const { data } = useSuspenseQuery(
    api.roster.history.queryOptions({ id: guild.id, memberId: member.id, pageSize: String(LATEST) }),
  );
  if (data.changes.length === 0) return <p className="muted small">{words.noHistory}</p>;
  return (
    <>
      <ol className={styles.hist}>
        {data.changes.map((change) => (
          <li key={change.id}>
            <i />
            <p>
              {changeWords(change)}
              <small className="muted">
                <time dateTime={change.at} title={format.full(new Date(change.at))}>
                  {format.date(new Date(change.at))}
                </time>
              </small>
            </p>
          </li>
        ))}
      </ol>
      {data.pagination.total > LATEST && (
        <Link
          className="link"
          to="/g/$guild/roster/history"
          params={{ guild: guildRef(guild) }}
          search={{ member: member.id }}
        >
          {words.wholeHistory}
        </Link>
      )}
    </>
  );
}

function RejectClaim({ guild, member, person }: { guild: OrganizationView; member: RosterEntryView; person: string }) {
  const { panel: words } = rosterWords.use();
  const [asked, setAsked] = useState(false);
  const reject = useMutation(
    api.roster.rejectClaim.mutationOptions({
      onSuccess: () => toast({ text: words.rejected }),
      onError: toastFailure,
      onSettled() {
        setAsked(false);
        return invalidateRoster();
      },
    }),
  );
  return (
    <>
      <Button small kind="danger" onClick={() => setAsked(true)}>
        {words.reject}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={words.rejectTitle({ name: member.name })}
        consequence={words.rejectConsequence({ person })}
        verb={words.reject}
        pending={reject.isPending}
        onConfirm={() => reject.mutate({ id: guild.id, memberId: member.id })}
      />
    </>
  );
}
