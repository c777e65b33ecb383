/** A character at its public address, for people without an account too. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { gameLocale } from '../../i18n/language.ts';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { charactersWords } from '../characters/characters.words.ts';
import { Fresh } from './fresh.tsx';
import { FirstCard, GearCard } from './gear.tsx';
import { Instance } from './instance.tsx';
import { SeasonCard } from './season.tsx';
import { sitesOf } from './sites.ts';
import { Sites } from './sites-list.tsx';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

const route = getRouteApi('/shell/c/$key');

const sharedQuery = (key: string) => api.characterViews.atPublicAddress.queryOptions({ key, locale: gameLocale() });

export const load = (key: string) =>
  Promise.all([
    queryClient.ensureQueryData(sharedQuery(key)),
    currentSession().catch(() => null),
    viewsWords.load(),
    charactersWords.load(),
  ]);

function keepFromSearchEngines() {
  const asked = Object.assign(document.createElement('meta'), { name: 'robots', content: 'noindex' });
  document.head.append(asked);
  return () => asked.remove();
}

export function PublicPage() {
  const own = charactersWords.use();
  const shown = useSuspenseQuery(sharedQuery(route.useParams().key)).data;
  const { name, title, level, race, realm, itemLevel, activeSpec, gameVersion, equipment, raids, keystones } = shown;
  useEffect(keepFromSearchEngines, []);
  const spec = [activeSpec?.name, shown.class.name].filter(Boolean).join(' ');
  return (
    <div className={`stack ${styles.page} ${classTint(shown.class.id)}`}>
      <PageTitle>{`${name} · Guildhall`}</PageTitle>
      <section className={`card ${styles.head}`}>
        <div className={`row ${styles.who}`}>
          {shown.avatarUrl ? (
            <img src={shown.avatarUrl} alt="" className={styles.portrait} />
          ) : (
            <ClassTile of={shown.class} large />
          )}
          <div className="grow">
            <h1 tabIndex={-1}>
              <ClassName classId={shown.class.id}>{title ?? name}</ClassName>
            </h1>
            <p className="muted small">{[own.levelNumber({ level }), race.name, spec].join(' · ')}</p>
            <p className="muted small">{realm?.name ?? own.noRealm}</p>
            <Sites of={sitesOf({ ...shown, source: 'synced' })} />
          </div>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>{own.itemLevel}</dt>
            <dd>{itemLevel?.equipped ?? '–'}</dd>
          </div>
        </dl>
      </section>
      <div className={styles.overview}>
        <GearCard of={equipment} gameVersion={gameVersion} />
        <div className={`stack ${styles.ahead}`}>
          <FirstCard of={equipment} />
        </div>
      </div>
      <div className={styles.overview}>
        <div className="stack">
          {raids.instances.map((raid) => (
            <Instance key={raid.id} instance={raid} season={false} />
          ))}
          <Fresh of={raids.freshness} />
        </div>
        <SeasonCard of={keystones.season} freshness={keystones.freshness} />
      </div>
    </div>
  );
}
