/** One's own characters side by side. */
import type { OwnGearView } from '@guildhall/contracts/own-gear.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, SectionBoundary } from '../../ui/states.tsx';
import { Freshness } from '../../ui/time.tsx';
import { charactersWords } from '../characters/characters.words.ts';
import { isAbsent, VaultHint, VaultLines } from '../vault/vault.tsx';
import { vaultWords } from '../vault/vault.words.ts';
import styles from './own-gear.module.css';
import { useSeasonName } from './progress.ts';
import { useSlotName } from './slot-names.ts';
import { viewsWords } from './views.words.ts';

const gearQuery = () => api.ownGear.compare.queryOptions({ locale: gameLocale() });

export const load = () =>
  Promise.all([queryClient.prefetchQuery(gearQuery()), viewsWords.load(), charactersWords.load(), vaultWords.load()]);

export function OwnGearPage() {
  const words = viewsWords.use();
  const own = charactersWords.use();
  return (
    <div className="stack">
      <PageHead
        title={words.side.title}
        lead={words.side.lead}
        actions={
          <Link to="/characters" className={buttonClass()}>
            {own.title}
          </Link>
        }
      />
      <SectionBoundary>
        <Own />
      </SectionBoundary>
    </div>
  );
}

function Own() {
  const words = viewsWords.use();
  const own = charactersWords.use();
  const { vault } = vaultWords.use();
  const nameOf = useSeasonName();
  const { characters } = useSuspenseQuery(gearQuery()).data;
  const [oldest] = characters.flatMap(({ character }) => character.dataAsOf ?? []).toSorted();
  // Ratings of two seasons say nothing about each other.
  const [newest] = characters.flatMap(({ season }) => season ?? []).toSorted((left, right) => right.id - left.id);
  if (characters.length === 0) {
    return (
      <section className="card">
        <Empty icon="character" title={own.none}>
          {own.noneHint}
        </Empty>
      </section>
    );
  }
  return (
    <section className="card" aria-label={words.side.title}>
      <table className={`table ${styles.own}`} aria-label={words.side.title}>
        <thead>
          <tr>
            <th scope="col">{words.side.character}</th>
            <th scope="col" className="r">
              {own.itemLevel}
            </th>
            <th scope="col" className="r">
              {words.tabs.keystone}
              {newest && <small className={`muted ${styles.season}`}>{nameOf(newest)}</small>}
            </th>
            <th scope="col">{words.side.missing}</th>
            <th scope="col">{vault}</th>
            <th scope="col">{words.side.lockouts}</th>
          </tr>
        </thead>
        <tbody>
          {characters.map((one) => (
            <Row key={one.character.id} of={one} season={newest?.id} />
          ))}
        </tbody>
      </table>
      <VaultHint />
      <Freshness asOf={oldest ?? null} />
    </section>
  );
}

type Compared = OwnGearView['characters'][number];

function Row({ of, season: newest }: { of: Compared; season: number | undefined }) {
  const words = viewsWords.use();
  const { vault } = vaultWords.use();
  const own = charactersWords.use();
  const format = useFormat();
  const { character, itemLevel, season, lockouts } = of;
  const rating = season && season.id === newest ? season.rating : null;
  return (
    <tr>
      <th scope="row">
        <Link to="/characters/$id/$tab" params={{ id: character.id, tab: 'overview' }} className={styles.name}>
          <ClassTile of={character.class} />
          <ClassName classId={character.class.id}>{character.name}</ClassName>
        </Link>
        <small className="muted">{own.levelNumber({ level: character.level })}</small>
      </th>
      <td className="r num" data-of={own.itemLevel}>
        <b>{itemLevel ?? '–'}</b>
      </td>
      <td className="r num" data-of={words.tabs.keystone}>
        {rating === null ? '–' : format.number(Math.round(rating))}
      </td>
      <td data-of={words.side.missing}>
        <Gaps of={of} />
      </td>
      <td data-of={vault}>
        <VaultLines of={of.vault} />
      </td>
      <td data-of={words.side.lockouts}>
        {lockouts === null || lockouts.length === 0 ? (
          <span className="muted small">{lockouts === null ? words.side.unknown : words.side.noLockouts}</span>
        ) : (
          <ul className={styles.lockouts}>
            {lockouts.map((lockout) => (
              <Lockout key={`${lockout.instance.id} ${lockout.difficulty.type}`} of={lockout} />
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

type LockoutProps = { of: NonNullable<Compared['lockouts']>[number] };

function Lockout({ of: { instance, difficulty, defeated, total } }: LockoutProps) {
  const { progress, shortDifficulties } = viewsWords.use();
  const short = shortDifficulties[difficulty.type as keyof typeof shortDifficulties] ?? difficulty.name;
  return (
    <li>
      <span>{instance.name}</span>
      <b className="num">{progress({ defeated, total, difficulty: short })}</b>
    </li>
  );
}

function Gaps({ of: { missing, status } }: { of: Compared }) {
  const words = viewsWords.use();
  const slotName = useSlotName();
  if (missing === null) {
    return <span className="muted small">{isAbsent(status) ? words.states.notFound : words.noEquipment}</span>;
  }
  const named = (slots: readonly string[]) => slots.map(slotName).join(', ');
  const lines = [
    missing.slots.length > 0 && words.side.slots({ slots: named(missing.slots) }),
    missing.enchantments.length > 0 && words.first.enchantments({ slots: named(missing.enchantments) }),
    missing.gems.length > 0 && words.first.gems({ slots: named(missing.gems.map(({ slot }) => slot)) }),
  ].filter((line) => typeof line === 'string');
  if (lines.length > 0) return lines.map((line) => <p key={line}>{line}</p>);
  const unknown = missing.unknown.enchantments.length + missing.unknown.gems.length > 0;
  return <span className="muted small">{unknown ? words.nothingSeenMissing : words.nothingMissing}</span>;
}
