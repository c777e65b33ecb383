/** The cards of a guild's home. Each loads and fails on its own. */
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { Can } from '../../api/ability.tsx';
import { AnswerControl } from '../../events/signups/answer-control.tsx';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { language } from '../../i18n/language.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { excerpt } from '../../ui/excerpt.ts';
import { ClassTile, classTint } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PostTags } from '../../ui/post-tags.tsx';
import { RoleSlots } from '../../ui/role-slots.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { Freshness, TimeAgo } from '../../ui/time.tsx';
import styles from './organizations.module.css';
import { achievementsQuery, compositionQuery, latestPosts, nextEvents, textsQuery } from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

type OfGuild = { guild: OrganizationView };

export function Motd({ guild }: OfGuild) {
  return (
    <Section className={styles.motd ?? ''} skeleton={<Skeleton lines={2} />}>
      <MotdText guild={guild} />
    </Section>
  );
}

function MotdText({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  const { motd } = useSuspenseQuery(textsQuery(guild.id)).data;
  return (
    <>
      <h2 className="eyebrow">{home.motd}</h2>
      {motd ? (
        <>
          <div className={styles.quote}>
            <Markdown text={motd.body} />
          </div>
          <p className="muted small">
            {motd.updatedBy && `${motd.updatedBy.displayName} · `}
            <TimeAgo at={motd.updatedAt} />
          </p>
        </>
      ) : (
        <p className="muted">
          {home.noMotd}{' '}
          <Can rules={guild.abilityRules} I="manage" a="Content">
            <EditText guild={guild} type="motd">
              {home.writeOne}
            </EditText>
          </Can>
        </p>
      )}
    </>
  );
}

type EditProps = OfGuild & { type: 'motd' | 'description' | 'recruitment'; children: ReactNode };

function EditText({ guild, type, children }: EditProps) {
  return (
    <Link to="/g/$guild/texts/$type" params={{ guild: guildRef(guild), type }} className="link">
      {children}
    </Link>
  );
}

export function NextEvents({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  return (
    <Section
      title={home.nextEvents}
      end={
        <Link to="/g/$guild/events" params={{ guild: guildRef(guild) }} className="link">
          {home.allEvents}
        </Link>
      }
      skeleton={<Skeleton lines={5} />}
    >
      <Upcoming guild={guild} />
    </Section>
  );
}

function Upcoming({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  const format = useFormat();
  const { events } = useSuspenseQuery(nextEvents(guild.id)).data;
  if (events.length === 0) return <Empty icon="events" title={home.noEvents} />;
  return (
    <ol className="list">
      {events.map((event) => {
        const start = new Date(event.startsAt);
        const slots = event.slots.map(({ roleKey, max, signedUp }) => ({
          role: roleKey,
          taken: signedUp,
          places: max,
        }));
        return (
          <li key={event.id} className={styles.event}>
            <time dateTime={event.startsAt} title={format.full(start)} className={styles.date}>
              <b>{format.dayAndTime(start)}</b>
            </time>
            <div className="grow">
              <p className="strong clip">
                <Link to="/events/$event" params={{ event: event.id }}>
                  {event.title}
                </Link>
              </p>
              {slots.length > 0 && <RoleSlots places={slots} tight />}
            </div>
            {event.status === 'published' && (
              <div className={styles.answer}>
                <AnswerControl event={event} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export function News({ guild, insider }: OfGuild & { insider: boolean }) {
  const { home } = organizationsWords.use();
  return (
    <Section
      title={home.news}
      end={
        <Link to="/g/$guild/posts" params={{ guild: guildRef(guild) }} className="link">
          {home.allNews}
        </Link>
      }
    >
      <Posts guild={guild} insider={insider} />
    </Section>
  );
}

function Posts({ guild, insider }: OfGuild & { insider: boolean }) {
  const { home } = organizationsWords.use();
  const { posts } = useSuspenseQuery(latestPosts(guild.id)).data;
  const [first, ...others] = posts;
  if (!first) {
    return (
      <Empty icon="news" title={home.noNews}>
        {insider ? home.noNewsHint : undefined}
      </Empty>
    );
  }
  return (
    <>
      <article className={styles.lead}>
        <PostTags post={first} />
        <h3>
          <Link to="/posts/$post" params={{ post: first.id }}>
            {first.title}
          </Link>
        </h3>
        <div className={styles.excerpt}>
          <Markdown text={excerpt(first.body)} />
        </div>
        <p className="muted small">
          {first.author && (
            <>
              <PersonLink guild={first.organizationId} person={first.author.id}>
                {first.author.displayName}
              </PersonLink>
              {' · '}
            </>
          )}
          <TimeAgo at={first.createdAt} />
        </p>
      </article>
      {others.length > 0 && (
        <ul className="list">
          {others.map((post) => (
            <li key={post.id}>
              <div className="grow">
                <p className="strong clip">
                  <Link to="/posts/$post" params={{ post: post.id }}>
                    {post.title}
                  </Link>
                </p>
                <small>
                  {post.author && (
                    <>
                      <PersonLink guild={post.organizationId} person={post.author.id}>
                        {post.author.displayName}
                      </PersonLink>
                      {' · '}
                    </>
                  )}
                  <TimeAgo at={post.createdAt} />
                </small>
              </div>
              <PostTags post={post} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** For people who do not know the guild yet. */
export function AboutGuild({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  return (
    <Section title={home.about}>
      <div className={styles.text}>
        {guild.description ? <Markdown text={guild.description} /> : <p className="muted">{home.noDescription}</p>}
      </div>
    </Section>
  );
}

export function Recruiting({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  return (
    <Section title={guild.settings.recruiting.open ? home.weLookFor : home.joining}>
      <Wanted guild={guild} />
    </Section>
  );
}

function Wanted({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  const { roles } = coreWords.use();
  const { recruitment } = useSuspenseQuery(textsQuery(guild.id)).data;
  const { open, roles: wanted, message } = guild.settings.recruiting;
  return (
    <>
      {open && wanted.length > 0 && (
        <ul className="list">
          {wanted.map((role) => (
            <li key={role}>
              <span className="mark hot">
                <Icon name={roleIcon(role)} />
              </span>
              <p className="grow">{capitalized(roles[role])}</p>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.text}>
        {!open && <p className="muted small">{home.notRecruiting}</p>}
        {open && message && <p>{message}</p>}
        {open && recruitment && <Markdown text={recruitment.body} />}
        {open && !message && !recruitment && wanted.length === 0 && <p className="muted small">{home.everybody}</p>}
      </div>
    </>
  );
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

export function Classes({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  return (
    <Section
      title={home.classes}
      end={
        <Link to="/g/$guild/composition" params={{ guild: guildRef(guild) }} className="link">
          {home.composition}
        </Link>
      }
      skeleton={<Skeleton lines={8} />}
    >
      <ClassBars guild={guild} />
    </Section>
  );
}

function ClassBars({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  const format = useFormat();
  const { classes, total } = useSuspenseQuery(compositionQuery(guild.id)).data;
  if (total === 0) return <Empty icon="roster" title={home.noRoster} />;
  const most = Math.max(...classes.map(({ count }) => count));
  return (
    <>
      <ul className={styles.classes}>
        {classes.map(({ key, name, count }) => (
          <li key={key} className={classTint(Number(key))}>
            <ClassTile of={{ id: Number(key), name }} />
            <span className="who clip">{name}</span>
            <span className="bar" aria-hidden="true">
              <i style={{ '--w': `${(count / most) * 100}%` } as CSSProperties} />
            </span>
            <b className="num">{format.number(count)}</b>
          </li>
        ))}
      </ul>
      <Freshness asOf={guild.rosterSyncedAt} />
    </>
  );
}

export function Achievements({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  return (
    <Section title={home.achievements}>
      <Earned guild={guild} />
    </Section>
  );
}

const MOST_ACHIEVEMENTS = 5;

function Earned({ guild }: OfGuild) {
  const { home } = organizationsWords.use();
  const format = useFormat();
  const { recent, totalPoints, totalQuantity, syncedAt } = useSuspenseQuery(achievementsQuery(guild.id)).data;
  if (totalQuantity === 0) return <Empty icon="star" title={home.noAchievements} />;
  return (
    <>
      <ul className="list">
        <li>
          <p className="grow">{home.earned({ count: totalQuantity })}</p>
          <b className="num">{home.pointsCount({ count: totalPoints })}</b>
        </li>
        {recent.slice(0, MOST_ACHIEVEMENTS).map(({ id, name, completedAt }) => (
          <li key={id}>
            <span className="mark">
              <Icon name="star" />
            </span>
            <div className="grow">
              <p className="clip">{name}</p>
              <small>
                <time dateTime={completedAt}>{format.date(new Date(completedAt))}</time>
              </small>
            </div>
          </li>
        ))}
      </ul>
      <Freshness asOf={syncedAt} />
    </>
  );
}
