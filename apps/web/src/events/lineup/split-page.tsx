import type { EventView } from '@guildhall/contracts/event.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { LineupDifficulty } from '@guildhall/contracts/lineup-size.ts';
import type { ProposedSplitView } from '@guildhall/contracts/split.ts';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { gameLocale, language } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { raiderMark, withMark } from '../../ui/raider-mark.tsx';
import { Select } from '../../ui/select.tsx';
import { Empty, ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { eventQuery, refreshEvents } from '../event/events.queries.ts';
import { splitsWords } from '../splits/splits.words.ts';
import { Face, RoleCounts, realmsAmong } from './faces.tsx';
import lineupStyles from './lineup.module.css';
import { lineupQuery } from './lineup.queries.ts';
import { lineupWords } from './lineup.words.ts';
import { makeRuns } from './make-runs.ts';
import styles from './split.module.css';
import { refreshLineups } from './use-draft.ts';

const COUNTS = [2, 3, 4, 5, 6, 7, 8];

/** Proposes several runs for the people of an event, and makes line-ups of them. */
export function SplitPage({ guild, event: id }: { guild: string; event: string }) {
  const words = splitsWords.use();
  const { data: event } = useSuspenseQuery(eventQuery(id));
  const { data: lineup } = useSuspenseQuery(lineupQuery(id, undefined));
  const [runs, setRuns] = useState(2);
  const [together, setTogether] = useState(true);
  const [difficulty, setDifficulty] = useState<LineupDifficulty | null>(lineup.difficulty);
  const asked = { id: event.organizationId, eventId: event.id, runs, together, difficulty, locale: gameLocale() };
  const proposal = useQuery({
    queryKey: ['split', asked],
    // It asks for what a proposal would be, and changes nothing.
    queryFn: () => client.splits.propose.mutate(asked),
    placeholderData: (before) => before,
  });
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <Link to="/g/$guild/events/$event/lineup" params={{ guild, event: event.id }} className="btn">
            <Icon name="left" />
            {words.back}
          </Link>
        }
      />
      <section className={`card ${styles.controls}`}>
        <Select
          label={words.runs}
          value={runs}
          onChange={({ target }) => setRuns(Number(target.value))}
          options={COUNTS.map((count) => [count, words.runCount({ count })])}
        />
        <Difficulty lineup={lineup} value={difficulty} onChange={setDifficulty} />
        <Checkbox
          label={words.together}
          hint={words.togetherHint}
          checked={together}
          onChange={({ target }) => setTogether(target.checked)}
        />
      </section>
      {proposal.data ? (
        <Proposal {...{ guild, lineup, event, together, difficulty }} proposed={proposal.data} />
      ) : proposal.error ? (
        <ErrorBox error={proposal.error} onRetry={() => void proposal.refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </div>
  );
}

type DifficultyProps = {
  lineup: LineupView;
  value: LineupDifficulty | null;
  onChange(value: LineupDifficulty | null): void;
};

function Difficulty({ lineup: { difficulties }, value, onChange }: DifficultyProps) {
  const words = lineupWords.use();
  if (difficulties.length === 0) return null;
  return (
    <Select
      label={words.difficulty}
      value={value ?? ''}
      onChange={({ target }) => onChange(difficulties.find((one) => `${one}` === target.value) ?? null)}
      options={[['', words.noDifficulty], ...difficulties.map((one) => [one, words.difficulties[one]] as const)]}
    />
  );
}

type ProposalProps = {
  guild: string;
  lineup: LineupView;
  event: EventView;
  together: boolean;
  difficulty: LineupDifficulty | null;
  proposed: ProposedSplitView;
};

function Proposal({ guild, lineup, event, together, difficulty, proposed }: ProposalProps) {
  const words = splitsWords.use();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const { runs, holds } = proposed;
  const knowsKills = runs.some(({ places }) => places.some(({ killsOfWeek }) => killsOfWeek !== null));
  const broken = runs.reduce((sum, { problems }) => sum + problems.length, 0);
  const make = useMutation({
    mutationFn: () =>
      makeRuns({
        event,
        runs,
        version: lineup.version,
        together,
        difficulty,
        key,
        titleOf: (number) => words.run({ number }),
      }),
    async onError(error) {
      toastFailure(error);
      await refreshLineups();
    },
    async onSuccess() {
      await Promise.all([refreshLineups(), refreshEvents()]);
      toast({ text: words.made });
      await navigate({ to: '/g/$guild/events/$event/lineup', params: { guild, event: event.id }, search: {} });
    },
    onSettled: () => setAsks(false),
  });
  if (runs.every(({ places }) => places.length === 0) && proposed.leftOut.length === 0) return <NoOne />;
  return (
    <>
      <p role="status" className={holds ? 'row small' : 'row small bad'}>
        <Icon name={holds ? 'check' : 'alert'} size="s" />
        {holds ? words.holds : words.broken({ count: broken })}
      </p>
      <p className="small muted">{words.by[proposed.gains]}</p>
      <div className={styles.runs}>
        {runs.map((run, index) => (
          // Runs have no name but their number.
          <Run key={index} number={index + 1} run={run} max={proposed.size.max} showsKills={knowsKills} />
        ))}
      </div>
      <LeftOut leftOut={proposed.leftOut} />
      <div className="row wrap">
        <Button
          kind="primary"
          icon="check"
          disabled={runs.every(({ places }) => places.length === 0)}
          onClick={() => setAsks(true)}
        >
          {words.make({ count: runs.length })}
        </Button>
      </div>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={words.confirm}
        consequence={lineup.own ? `${words.replaces} ${words.makeHint}` : words.makeHint}
        verb={words.make({ count: runs.length })}
        onConfirm={() => make.mutate()}
        pending={make.isPending}
      />
    </>
  );
}

/** Runs are made of people who answered. */
function NoOne() {
  const words = lineupWords.use();
  return (
    <section className="card">
      <Empty icon="roster" title={words.noOne}>
        {words.noOneHint}
      </Empty>
    </section>
  );
}

type RunOf = ProposedSplitView['runs'][number];

type RunProps = { number: number; run: RunOf; max: number; showsKills: boolean };

function Run({ number, run, max, showsKills }: RunProps) {
  const words = splitsWords.use();
  const { names } = lineupWords.use();
  const { places, problems, missingBuffs, itemLevel, itemLevelsKnown, gain, gainsKnown } = run;
  const people = places.map((place) => ({ ...place, ...NOTHING }));
  const groups = [...new Set(places.map(({ group }) => group))].toSorted((a, b) => a - b);
  const missing = missingBuffs.map((buff) => names[buff]).join(', ');
  return (
    <section className="card" aria-label={words.run({ number })}>
      <header className="card-head">
        <h2>{words.run({ number })}</h2>
        <RoleCounts places={people} />
      </header>
      <ul className={`small ${styles.facts}`}>
        {problems.map(({ rule, has, needs }) => (
          <li key={rule} className="row bad">
            <Icon name="alert" size="s" />
            {words.problems[rule === 'size' && has > max ? 'tooMany' : rule]({ has, needs })}
          </li>
        ))}
        {gain !== null && (
          <li className="muted">
            {words.gain({ gain: Math.round(gain * 10) / 10, known: gainsKnown, all: places.length })}
          </li>
        )}
        <li className="muted">{missing === '' ? words.buffs : words.missing({ buffs: missing })}</li>
        {itemLevel !== null && (
          <li className="muted">
            {words.itemLevel({ level: Math.round(itemLevel), known: itemLevelsKnown, all: places.length })}
          </li>
        )}
        {showsKills && <Killed places={places} />}
      </ul>
      <Groups groups={groups} people={people} />
    </section>
  );
}

/** Characters that have killed bosses this week, and for how many that is known. */
function Killed({ places }: Pick<RunOf, 'places'>) {
  const words = splitsWords.use();
  const known = places.flatMap(({ character: { name }, killsOfWeek }) =>
    killsOfWeek ? [{ name, ...killsOfWeek }] : [],
  );
  const killers = known.filter(({ kills }) => kills > 0).map(({ name, kills, of }) => words.kills({ name, kills, of }));
  const numbers = { known: known.length, all: places.length };
  return (
    <li className="muted">
      {killers.length === 0
        ? words.noKills(numbers)
        : words.killed({ ...numbers, people: new Intl.ListFormat(language()).format(killers) })}
    </li>
  );
}

/** A proposal knows nothing of these. */
const NOTHING = { specNamed: false, user: null, answer: null, lateMinutes: null, concern: null, since: null } as const;

type Person = RunOf['places'][number] & typeof NOTHING;

function Groups({ groups, people }: { groups: number[]; people: Person[] }) {
  const words = splitsWords.use();
  const { group: groupOf } = lineupWords.use();
  const realmOf = realmsAmong(people);
  return (
    <div className={`${lineupStyles.groups} ${styles.groups}`}>
      {groups.map((number) => (
        <section key={number} className={lineupStyles.group}>
          <h3>{groupOf({ number })}</h3>
          <ul>
            {people
              .filter(({ group }) => group === number)
              .map((person) => (
                <li key={person.raider.id} className={lineupStyles.person}>
                  <Face person={person} realm={realmOf(person)} />
                  {!person.main && <span className="tag">{words.alt}</span>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function LeftOut({ leftOut }: Pick<ProposedSplitView, 'leftOut'>) {
  const words = splitsWords.use();
  const { raider: marks } = coreWords.use();
  const list = new Intl.ListFormat(language());
  if (leftOut.length === 0) return <p className="small muted">{words.none}</p>;
  return (
    <section className="card" aria-label={words.leftOut}>
      <header className="card-head">
        <h2>{words.leftOut}</h2>
        <span className="end small strong">{leftOut.length}</span>
      </header>
      <ul className={`small ${styles.facts}`}>
        {[...Map.groupBy(leftOut, ({ why }) => why)].map(([why, people]) => (
          <li key={why}>
            <b>{list.format(people.map(({ raider }) => withMark(raider.name ?? '?', raiderMark(marks, raider))))}</b>
            <p className="muted">{words.why[why]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
