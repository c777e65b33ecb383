import type { LineupListView, LineupView } from '@guildhall/contracts/lineup.ts';
import type { LineupDifficulty } from '@guildhall/contracts/lineup-size.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Options } from '../../ui/select.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { eventQuery } from '../event/events.queries.ts';
import { KeepAsTemplate } from '../templates/choose-template.tsx';
import { type Board, useBoard } from './board.ts';
import { Buffs } from './buffs.tsx';
import { CopyOut } from './copy-out.tsx';
import type { Person } from './draft.ts';
import { RoleCounts } from './faces.tsx';
import { Groups } from './groups.tsx';
import styles from './lineup.module.css';
import { lineupQuery, refOf, shownVersion } from './lineup.queries.ts';
import { lineupWords } from './lineup.words.ts';
import { MyPlace } from './my-place.tsx';
import { PickBar } from './pick-bar.tsx';
import { SignedUp } from './signed-up.tsx';
import { ToSettle } from './to-settle.tsx';
import { type Draft, refreshLineups, useDraft } from './use-draft.ts';

const GROUP_SIZE = 5;

type Of = { guild: string; lineups: LineupListView; lineup: LineupView; boss: number | undefined };
/** `actions` is the place for them in the head of the page. */
type Props = Of & { actions: HTMLElement | null };

const FEWEST_GROUPS = 4;

/** Those that the fewest people need and that have people in them, and one more once these are full: as many as the size allows. */
function groupsFor({ size }: LineupView, places: Person[]): number {
  const most = Math.ceil(size.max / GROUP_SIZE);
  const used = Math.max(0, ...places.map(({ group }) => group ?? 0));
  const shown = Math.max(used, FEWEST_GROUPS, Math.ceil((size.min ?? 0) / GROUP_SIZE));
  const placed = places.filter(({ group }) => group !== null).length;
  return Math.max(used, Math.min(most, placed >= shown * GROUP_SIZE ? shown + 1 : shown));
}

export function LineupEditor({ guild, lineups, lineup, boss, actions }: Props) {
  const words = lineupWords.use();
  const draft = useDraft(lineup, boss, Math.ceil(lineup.size.max / GROUP_SIZE));
  const board = useBoard(lineup, draft, groupsFor(lineup, draft.places));
  const { picked, pick } = board;
  useEffect(() => {
    if (!picked) return;
    const cancel = ({ key }: KeyboardEvent) => key === 'Escape' && pick(undefined);
    document.addEventListener('keydown', cancel);
    return () => document.removeEventListener('keydown', cancel);
  });
  return (
    <>
      {actions && createPortal(<Actions {...{ guild, lineups, lineup, boss, draft }} />, actions)}
      <p className="sr" role="status">
        {board.said}
      </p>
      <div className={styles.split}>
        <SignedUp board={board} />
        <div className={styles.middle}>
          <section className={`card ${styles.board}`} aria-label={words.groups}>
            <Head board={board} />
            {boss !== undefined && !lineup.own && <p className={`small muted ${styles.follows}`}>{words.follows}</p>}
            <Groups board={board} />
            <Saved board={board} boss={boss} />
          </section>
          <Tools {...{ guild, lineup, boss, draft }} />
        </div>
        <div className={styles.right}>
          {lineup.mine && <MyPlace lineup={lineup} lineups={lineups} />}
          <ToSettle board={board} />
          <Buffs board={board} />
        </div>
      </div>
      <PickBar board={board} />
    </>
  );
}

function Head({ board: { lineup, draft } }: { board: Board }) {
  const words = lineupWords.use();
  const { size, encounter, difficulties } = lineup;
  const placed = draft.places.filter(({ group }) => group !== null).length;
  return (
    <header className={`card-head ${styles.head}`}>
      <h2>{encounter?.name ?? words.wholeNight}</h2>
      {difficulties.length > 0 && (
        <label className={styles.difficulty}>
          <span className="sr">{words.difficulty}</span>
          <select
            className="input"
            value={draft.difficulty ?? ''}
            onChange={({ target }) =>
              // The options are these and none.
              draft.change({ difficulty: target.value === '' ? null : (Number(target.value) as LineupDifficulty) })
            }
          >
            <Options
              of={[
                ['', `${words.difficulty}: ${words.noDifficulty}`],
                ...difficulties.map((one) => [one, words.difficulties[one]] as const),
              ]}
            />
          </select>
        </label>
      )}
      <span className={`row ${styles.count}`}>
        <RoleCounts places={draft.places} />
        <span className={placed > size.max ? 'tag t-bad' : 'tag ember'}>
          {size.min === null ? words.placed({ count: placed }) : words.of({ placed, max: size.max })}
        </span>
      </span>
    </header>
  );
}

/** Whether it is saved, and what members see. */
function Saved({ board: { lineup, draft }, boss }: { board: Board; boss: number | undefined }) {
  const words = lineupWords.use();
  const { ui } = coreWords.use();
  const format = useFormat();
  const { changedAt, changedBy, publishedAt, own } = lineup;
  const when = (instant: string) => format.dayAndTime(new Date(instant));
  const saved =
    changedAt === null
      ? null
      : changedBy
        ? words.savedBy({ when: when(changedAt), name: changedBy.displayName })
        : words.saved({ when: when(changedAt) });
  return (
    <div className={`small muted ${styles.saved}`}>
      {draft.state === 'failed' ? (
        <p className="row bad" role="alert">
          <Icon name="alert" size="s" />
          {words.notSaved}
          <Button small icon="refresh" onClick={draft.retry}>
            {ui.tryAgain}
          </Button>
        </p>
      ) : (
        <p>
          {draft.state === 'saving' ? words.saving : saved}
          {saved && ' · '}
          {publishedAt ? words.membersSee({ when: when(publishedAt) }) : words.membersSeeNone}
        </p>
      )}
      {boss !== undefined && own && (
        <Button small kind="ghost" icon="refresh" onClick={() => draft.change({ places: [] })}>
          {words.follow}
        </Button>
      )}
    </div>
  );
}

type ToolsProps = Pick<Of, 'guild' | 'lineup' | 'boss'> & { draft: Draft };

/** Makes something else of a line-up: text for the game, several runs, a template. */
function Tools({ guild, lineup, boss, draft }: ToolsProps) {
  const words = lineupWords.use();
  const { data: event } = useSuspenseQuery(eventQuery(lineup.eventId));
  return (
    <div className={`card ${styles.tools}`}>
      {draft.state === 'saved' && lineup.places.length > 0 && <CopyOut lineup={lineup} boss={boss} />}
      <Link
        to="/g/$guild/events/$event/lineup"
        params={{ guild, event: lineup.eventId }}
        search={{ split: true }}
        className={buttonClass('ghost', true)}
      >
        {words.toRuns}
      </Link>
      {may(event.abilityRules, 'manage', 'Event') && <KeepAsTemplate event={event} />}
    </div>
  );
}

/** The boss after this one; the first after the whole night. */
function nextBoss({ lineups }: LineupListView, boss: number | undefined) {
  const index = lineups.findIndex(({ encounter }) => encounter?.id === boss);
  return lineups[index + 1];
}

function Actions({ guild, lineups, lineup, boss, draft }: Of & { draft: Draft }) {
  const words = lineupWords.use();
  const navigate = useNavigate();
  const id = lineup.eventId;
  const next = nextBoss(lineups, boss);
  const drafts = lineups.lineups.filter(({ draft: isDraft }) => isDraft);
  const blocked = draft.state !== 'saved' || drafts.length === 0 || lineup.problems.some(({ blocks }) => blocks);
  const publish = useMutation({
    ...api.lineups.publish.mutationOptions(),
    onSuccess: async () => {
      await refreshLineups();
      toast({ text: words.publishedNow });
    },
    onError: async (error) => {
      toastFailure(error);
      await refreshLineups();
    },
  });
  const copy = useMutation({
    ...api.lineups.copy.mutationOptions(),
    onSuccess: async (copied) => {
      const to = copied.encounter?.id;
      queryClient.setQueryData(lineupQuery(id, to).queryKey, copied);
      await refreshLineups();
      toast({ text: words.copied({ boss: copied.encounter?.name ?? words.wholeNight }) });
      await navigate({ to: '/g/$guild/events/$event/lineup', params: { guild, event: id }, search: { boss: to } });
    },
    onError: toastFailure,
  });
  const send = () => {
    const [first, ...others] = drafts.map((one) => ({
      ...{ encounterId: refOf(one.encounter?.id), version: shownVersion(id, one) },
    }));
    if (first) publish.mutate({ id, ...first, also: others });
  };
  return (
    <>
      {next && (
        <Button
          icon="copy"
          className={styles.copy}
          pending={copy.isPending}
          disabled={draft.state !== 'saved' || draft.places.length === 0}
          onClick={() =>
            copy.mutate({
              ...{ id, encounterId: refOf(boss), to: refOf(next.encounter?.id), version: shownVersion(id, next) },
            })
          }
        >
          <span className="clip">{words.copyTo({ boss: next.encounter?.name ?? words.wholeNight })}</span>
        </Button>
      )}
      <Button kind="primary" icon="send" pending={publish.isPending} disabled={blocked} onClick={send}>
        {words.publish({ count: drafts.length })}
      </Button>
    </>
  );
}
