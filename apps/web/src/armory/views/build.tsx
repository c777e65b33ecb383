import type { LoadoutView, SpecializationsView, TalentView } from '@guildhall/contracts/character-build.ts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { RoleIcon } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Build({ id }: ViewProps) {
  const words = viewsWords.use();
  const locale = gameLocale();
  const [{ data: active }, { data: all }] = useSuspenseQueries({
    queries: [
      api.characterViews.activeBuild.queryOptions({ id, locale }),
      api.characterViews.specializations.queryOptions({ id, locale }),
    ],
  });
  const { specialization, heroTalentTree, talentLoadoutCode } = active;
  const nothing = !specialization && all.talentGroups.length === 0 && all.specializations.length === 0;
  const others = all.specializations.filter(({ id: spec }) => spec !== specialization?.id);
  const own = all.specializations.find(({ id: spec }) => spec === specialization?.id);
  return (
    <div className="stack">
      <section className="card">
        <header className="card-head wrap">
          <h2>{specialization?.name ?? words.tabs.build}</h2>
          {specialization && <RoleIcon role={specialization.role} words />}
          {heroTalentTree && <span className="tag ember">{heroTalentTree.name}</span>}
          {talentLoadoutCode && (
            <span className="end">
              <Button small icon="copy" onClick={() => void copyText(talentLoadoutCode, words.copied)}>
                {words.copyLoadout}
              </Button>
            </span>
          )}
        </header>
        {nothing ? (
          <Nothing of={active.freshness} title={words.noBuild} />
        ) : (
          specialization && (
            <>
              {active.resolvedFrom !== 'active_loadout' && (
                <p className={`small muted ${styles.padded}`}>
                  <Icon name="note" size="s" /> {words.resolved[active.resolvedFrom]}
                </p>
              )}
              <Talents of={active} />
              {own && <Extras of={own} />}
            </>
          )
        )}
        <Fresh of={active.freshness} />
      </section>
      {others.map((spec) => (
        <Other key={spec.id} spec={spec} />
      ))}
      <Groups groups={all.talentGroups} />
    </div>
  );
}

type Trees = Pick<LoadoutView, 'classTalents' | 'specTalents' | 'heroTalents'>;

function Talents({ of }: { of: Trees }) {
  const words = viewsWords.use();
  const trees = [
    [words.classTalents, of.classTalents],
    [words.heroTalents, of.heroTalents],
    [words.specTalents, of.specTalents],
  ] as const;
  if (trees.every(([, talents]) => talents.length === 0)) return null;
  return (
    <div className={styles.trees}>
      {trees.map(([title, talents]) => talents.length > 0 && <Tree key={title} title={title} talents={talents} />)}
    </div>
  );
}

function Tree({ title, talents }: { title: string; talents: readonly TalentView[] }) {
  const words = viewsWords.use();
  const spent = talents.reduce((sum, { rank, granted }) => sum + (granted ? 0 : rank), 0);
  return (
    <div>
      <h3>
        {title} <span className="muted num">{words.spent({ points: spent })}</span>
      </h3>
      <ul>
        {talents.map(({ nodeId, name, rank, granted }) => (
          <li key={nodeId} className={granted ? 'muted' : undefined} title={granted ? words.granted : undefined}>
            <span className="clip">{name ?? `#${nodeId}`}</span>
            {rank > 1 && <b className="num">×{rank}</b>}
            {granted && <span className="sr">{words.granted}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Spec = SpecializationsView['specializations'][number];

function Extras({ of: { pvpTalents, glyphs } }: { of: Spec }) {
  const words = viewsWords.use();
  const lines = [
    [words.pvpTalents, pvpTalents.map(({ name }) => name)],
    [words.glyphs, glyphs],
  ] as const;
  return lines.map(
    ([title, names]) =>
      names.length > 0 && (
        <p key={title} className={`small ${styles.padded}`}>
          <b>{title}</b> {names.join(', ')}
        </p>
      ),
  );
}

function Other({ spec }: { spec: Spec }) {
  const words = viewsWords.use();
  const { roles } = coreWords.use();
  const loadout = spec.loadouts.find(({ isActive }) => isActive) ?? spec.loadouts[0];
  return (
    <details className={`card ${styles.fold}`}>
      <summary>
        <h2>{spec.name}</h2>
        <span className="muted small">{spec.role && roles[spec.role]}</span>
        <span className="muted small end">{words.loadouts({ count: spec.loadouts.length })}</span>
        <Icon name="down" size="s" className="i-s chev" />
      </summary>
      {loadout ? <Talents of={loadout} /> : <p className={`muted small ${styles.padded}`}>{words.noBuild}</p>}
      <Extras of={spec} />
      {spec.loadouts.flatMap(({ talentLoadoutCode }, index) =>
        talentLoadoutCode ? (
          <p key={talentLoadoutCode} className={styles.padded}>
            <Button small icon="copy" onClick={() => void copyText(talentLoadoutCode, words.copied)}>
              {words.copyLoadout} {spec.loadouts.length > 1 && index + 1}
            </Button>
          </p>
        ) : (
          []
        ),
      )}
    </details>
  );
}

/** The Classic games have talent trees, and may have two of everything. */
function Groups({ groups }: { groups: SpecializationsView['talentGroups'] }) {
  const words = viewsWords.use();
  return groups.map((group, index) => (
    <section key={index} className="card">
      <header className="card-head">
        <h2>{words.group({ number: index + 1 })}</h2>
        {group.isActive && <span className="tag ember">{words.active}</span>}
        <span className="end muted num">{group.trees.map(({ spentPoints }) => spentPoints).join(' / ')}</span>
      </header>
      <div className={styles.trees}>
        {group.trees.map((tree) => (
          <div key={tree.name}>
            <h3>
              {tree.name} <span className="muted num">{words.spent({ points: tree.spentPoints })}</span>
            </h3>
            <ul>
              {tree.talents.map(({ id, name, rank }, place) => (
                <li key={id ?? place}>
                  <span className="clip">{name ?? `#${id}`}</span>
                  {rank > 1 && <b className="num">×{rank}</b>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {group.glyphs.length > 0 && (
        <p className={`small ${styles.padded}`}>
          <b>{words.glyphs}</b> {group.glyphs.join(', ')}
        </p>
      )}
    </section>
  ));
}
