import type { CombatStatistics } from '@guildhall/contracts/character-build.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import type { ViewsWords } from './views.words.ts';
import { viewsWords } from './views.words.ts';

export function Statistics({ id }: ViewProps) {
  const words = viewsWords.use();
  const format = useFormat();
  const { statistics, freshness } = useSuspenseQuery(api.characterViews.statistics.queryOptions({ id })).data;
  if (!statistics) {
    return (
      <section className="card">
        <Nothing of={freshness} title={words.noStatistics} />
        <Fresh of={freshness} />
      </section>
    );
  }
  return (
    <div className="stack">
      <div className={styles.sheets}>
        {sheets(statistics, words, format).map(
          ([title, lines]) =>
            lines.length > 0 && (
              <section key={title} className="card">
                <header className="card-head">
                  <h2>{title}</h2>
                </header>
                <dl className={styles.sheet}>
                  {lines.map(([name, value, more]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>
                        {more && <small className="muted">{more}</small>} {value}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
        )}
      </div>
      <Fresh of={freshness} />
    </div>
  );
}

type Line = [name: string, value: string, more: string | undefined];
type Attribute = CombatStatistics['attributes']['strength'];
type Rating = CombatStatistics['mastery'];

function sheets(of: CombatStatistics, { stats }: ViewsWords, format: Format): [string, Line[]][] {
  const { line, attribute, percent, kinds, weapon } = lines(stats, format);
  const { attributes, versatility, defense, resistances, mainHand, offHand } = of;
  return [
    [
      stats.attributes,
      [
        ...line(stats.health, of.health),
        ...line(of.power?.type.name ?? stats.power, of.power?.amount),
        ...attribute(stats.strength, attributes.strength),
        ...attribute(stats.agility, attributes.agility),
        ...attribute(stats.intellect, attributes.intellect),
        ...attribute(stats.stamina, attributes.stamina),
        ...attribute(stats.spirit, attributes.spirit),
        ...attribute(stats.armor, attributes.armor),
      ],
    ],
    [
      stats.enhancements,
      [
        ...kinds(stats.crit, of.crit),
        ...kinds(stats.haste, of.haste),
        ...percent(stats.mastery, of.mastery),
        ...percent(
          stats.versatility,
          versatility && { rating: versatility.rating, percent: versatility.damagePercent },
        ),
        ...percent(stats.leech, of.leech),
        ...percent(stats.avoidance, of.avoidance),
        ...percent(stats.speed, of.speed),
      ],
    ],
    [
      stats.attack,
      [
        ...line(stats.attackPower, of.attackPower),
        ...line(stats.spellPower, of.spellPower),
        ...weapon(stats.mainHand, mainHand),
        ...weapon(stats.offHand, offHand),
      ],
    ],
    [
      stats.defense,
      [
        ...percent(stats.dodge, defense.dodge),
        ...percent(stats.parry, defense.parry),
        ...percent(stats.block, defense.block),
        ...attribute(stats.fire, resistances.fire),
        ...attribute(stats.frost, resistances.frost),
        ...attribute(stats.nature, resistances.nature),
        ...attribute(stats.shadow, resistances.shadow),
        ...attribute(stats.arcane, resistances.arcane),
        ...attribute(stats.holy, resistances.holy),
      ],
    ],
  ];
}

/** Leaves out statistics that the platform does not report. */
function lines(stats: ViewsWords['stats'], format: Format) {
  const line = (name: string, value: number | null | undefined, more?: string): Line[] =>
    value === null || value === undefined ? [] : [[name, format.number(Math.round(value)), more]];
  const attribute = (name: string, one: Attribute) =>
    line(
      name,
      one?.effective,
      one?.base && one.base !== one.effective ? format.number(Math.round(one.base)) : undefined,
    );
  const percent = (name: string, one: Rating): Line[] =>
    one?.percent === null || one?.percent === undefined
      ? []
      : [
          [
            name,
            `${format.number(Math.round(one.percent * 100) / 100)} %`,
            one.rating ? format.number(Math.round(one.rating)) : undefined,
          ],
        ];
  /** Melee, ranged and spell values are mostly equal; one line then shows them. */
  const kinds = (name: string, { melee, ranged, spell }: CombatStatistics['crit']): Line[] => {
    const best = [melee, spell, ranged].reduce((a, b) => ((b?.percent ?? 0) > (a?.percent ?? 0) ? b : a));
    return percent(name, best);
  };
  const weapon = (name: string, one: CombatStatistics['mainHand']): Line[] =>
    one?.dps
      ? [
          [
            name,
            stats.dps({ dps: format.number(Math.round(one.dps)) }),
            one.speed ? `${format.number(Math.round(one.speed * 100) / 100)} s` : undefined,
          ],
        ]
      : [];
  return { line, attribute, percent, kinds, weapon };
}
