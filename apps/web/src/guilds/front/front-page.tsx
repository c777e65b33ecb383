import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../api/client.ts';
import { signupsWords } from '../../events/signups/signups.words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { SignInLink } from '../../ui/sign-in-link.tsx';
import { GuildCards } from '../home/guild-cards.tsx';
import { recruitingGuilds } from '../home/organizations.queries.ts';
import { organizationsWords } from '../home/organizations.words.ts';
import styles from './front.module.css';
import { frontWords } from './front.words.ts';

/** Loads the words of the page; guilds may come later. */
export function prepare(): Promise<unknown> {
  void queryClient.prefetchQuery(recruitingGuilds());
  return Promise.all([frontWords.load(), organizationsWords.load(), signupsWords.load()]);
}

/** Says what this is to people who are not signed in. Its pictures are drawn as pages draw the same things. */
export function FrontPage() {
  const words = frontWords.use();
  return (
    <div className={styles.front}>
      <PageTitle>Guildhall</PageTitle>
      <header className={styles.hero}>
        <div className={styles.said}>
          <h1 tabIndex={-1}>{words.title}</h1>
          <p className="muted">{words.lead}</p>
          <p className="row wrap">
            <SignInLink />
            <Link to="/g" className={buttonClass()}>
              <Icon name="search" />
              {words.find}
            </Link>
          </p>
        </div>
        <Raid />
      </header>
      <div className={styles.points}>
        <Point icon="check" title={words.raids} text={words.raidsText}>
          <Answers />
        </Point>
        <Point icon="roster" title={words.roster} text={words.rosterText}>
          <Roster />
        </Point>
        <Point icon="heat" title={words.attendance} text={words.attendanceText}>
          <Attendance />
        </Point>
      </div>
      <Recruiting />
      <p className="muted small">{words.legal}</p>
    </div>
  );
}

type PointProps = { icon: 'check' | 'roster' | 'heat'; title: string; text: string; children: ReactNode };

function Point({ icon, title, text, children }: PointProps) {
  return (
    <section className={styles.point}>
      <h2>
        <Icon name={icon} />
        {title}
      </h2>
      <p className="muted">{text}</p>
      {children}
    </section>
  );
}

/** Cannot be used, and is described by its label alone. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label}>
      <div className={`card ${styles.picture}`} aria-hidden="true" inert="">
        {children}
      </div>
    </div>
  );
}

const PLACES = [
  { role: 'tank', taken: 2, places: 2 },
  { role: 'healer', taken: 3, places: 4 },
  { role: 'melee', taken: 5, places: 6 },
  { role: 'ranged', taken: 8, places: 8 },
] as const;

function Raid() {
  const words = frontWords.use();
  const answers = signupsWords.use();
  return (
    <Picture label={words.raidPicture}>
      <div className={styles.raid}>
        <b className={styles.name}>Mirefell Vault</b>
        <span className="muted small">Ysmere’s Lantern Watch</span>
        <RoleSlots places={PLACES} tight />
        <div className="seg l">
          <span className={styles.in}>
            <Icon name="check" size="s" />
            {answers.in}
          </span>
          <span>{answers.maybe}</span>
          <span>{answers.no}</span>
        </div>
        <p className="row small">
          <ClassTile of={{ id: 11, name: '' }} />
          {answers.comesAs} <ClassName classId={11}>Wrennaby</ClassName>
        </p>
      </div>
    </Picture>
  );
}

const ANSWERS = [
  { name: 'Brynhild', of: 1, answer: 'in', look: 'tag ember' },
  { name: 'Selwyn', of: 5, answer: 'in', look: 'tag ember' },
  { name: 'Tansel', of: 8, answer: 'maybe', look: 'tag' },
  { name: 'Oddrun', of: 6, answer: 'no', look: 'tag' },
  { name: 'Marrow', of: 9, answer: 'in', look: 'tag ember' },
] as const;

function Answers() {
  const words = frontWords.use();
  const answers = signupsWords.use();
  return (
    <Picture label={words.answersPicture}>
      <ul className={styles.rows}>
        {ANSWERS.map(({ name, of, answer, look }) => (
          <li key={name}>
            <ClassTile of={{ id: of, name: '' }} />
            <ClassName classId={of}>{name}</ClassName>
            <span className="spacer" />
            <span className={look}>{answers[answer]}</span>
          </li>
        ))}
      </ul>
    </Picture>
  );
}

const MEMBERS = [
  { name: 'Brynhild', of: 1, rank: 'leader', itemLevel: 642 },
  { name: 'Selwyn', of: 5, rank: 'officer', itemLevel: 640 },
  { name: 'Wrennaby', of: 11, rank: 'raider', itemLevel: 637 },
  { name: 'Tansel', of: 8, rank: 'raider', itemLevel: 636 },
  { name: 'Oddrun', of: 6, rank: 'raider', itemLevel: 633 },
] as const;

function Roster() {
  const words = frontWords.use();
  return (
    <Picture label={words.rosterPicture}>
      <ul className={styles.rows}>
        {MEMBERS.map(({ name, of, rank, itemLevel }) => (
          <li key={name} className={classTint(of)}>
            <ClassTile of={{ id: of, name: '' }} />
            <ClassName classId={of}>{name}</ClassName>
            <small className="muted clip">{words.ranks[rank]}</small>
            <b className="num">{itemLevel}</b>
          </li>
        ))}
      </ul>
    </Picture>
  );
}

/** Shares of a raid in fifths, eight raids each. */
const PRESENCE = [
  { name: 'Selwyn', of: 5, fifths: [5, 5, 5, 4, 5, 5, 5, 5] },
  { name: 'Wrennaby', of: 11, fifths: [5, 3, 5, 5, 5, 1, 5, 5] },
  { name: 'Tansel', of: 8, fifths: [4, 5, 5, 5, 2, 5, 5, 3] },
  { name: 'Oddrun', of: 6, fifths: [1, 5, 4, 5, 5, 5, 5, 5] },
  { name: 'Marrow', of: 9, fifths: [5, 5, 5, 5, 3, 5, 4, 5] },
] as const;

function Attendance() {
  const words = frontWords.use();
  return (
    <Picture label={words.attendancePicture}>
      <ul className={styles.rows}>
        {PRESENCE.map(({ name, of, fifths }) => (
          <li key={name}>
            <ClassTile of={{ id: of, name: '' }} />
            <span className={styles.heat}>
              {fifths.map((share, at) => (
                <i key={`${at}`} style={{ background: `var(--heat-${share})` }} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Picture>
  );
}

/** Absent without such guilds, and if they cannot be read: the directory says why. */
function Recruiting() {
  const words = frontWords.use();
  const guilds = useQuery(recruitingGuilds()).data?.organizations ?? [];
  if (guilds.length === 0) return null;
  return (
    <section className={styles.recruiting} aria-labelledby="recruiting">
      <div className="row between">
        <h2 id="recruiting">{words.recruiting}</h2>
        <Link to="/g" search={{ recruiting: true }} className="link">
          {words.all}
        </Link>
      </div>
      <GuildCards guilds={guilds} />
    </section>
  );
}
