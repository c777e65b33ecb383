import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderCharacterView, RaiderView } from '@guildhall/contracts/raider.ts';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { attendanceWords } from '../../events/attendance/attendance.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMedia } from '../../ui/media.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { type Nights, thereOf } from './nights.ts';
import { useRaiderDialogs } from './raider-dialogs.tsx';
import { mainOf, nameOf, RaiderName } from './raider-name.tsx';
import { useRelease, useUpdateRaider } from './raider-verbs.ts';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';
import { PersonOf } from './raiders-table.tsx';

const LastNights = lazyPart(() => attendanceWords.load().then(() => import('./last-nights.tsx')), 'LastNights');
const LastAwards = lazyPart(() => import('./last-awards.tsx'), 'LastAwards');

type Props = {
  guild: OrganizationView;
  raider: RaiderView;
  nights: Nights | undefined;
  manages: boolean;
  onClose(): void;
};

/** Sits beside the list if there is room, else in a sheet. */
export function RaiderPanel(props: Props) {
  const { raider, onClose } = props;
  const { panel: words } = raidersWords.use();
  const beside = useMedia('(min-width: 1101px)');
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (beside) element.current?.focus({ preventScroll: true });
  }, [beside]);
  // Returns focus to where it was.
  const close = () => {
    onClose();
    document.querySelector<HTMLElement>(`[data-raider="${raider.id}"]`)?.focus({ preventScroll: true });
  };
  if (!beside) {
    return (
      <Dialog open onClose={close} title={nameOf(raider)}>
        <div className={styles.sheet}>
          <Under {...props} />
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
      aria-label={nameOf(raider)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <header className={`${styles.panelHead} ${classTint(mainOf(raider)?.class?.id ?? 0)}`}>
        <div className="row">
          <div className="grow">
            <Identity {...props} />
          </div>
          <IconButton icon="x" label={words.close} onClick={close} />
        </div>
      </header>
      <Details {...props} />
    </aside>
  );
}

/** The name is the title of the sheet. */
function Under({ raider }: Props) {
  const main = mainOf(raider);
  return (
    <div className="row">
      {main?.class && <ClassTile of={main.class} />}
      <PersonOf raider={raider} />
    </div>
  );
}

function Identity({ raider }: Props) {
  const main = mainOf(raider);
  return (
    <div className={`row ${styles.identity}`}>
      {main?.class && <ClassTile of={main.class} large />}
      <div className="grow">
        <h2 className="clip">
          <RaiderName of={raider} />
        </h2>
        <PersonOf raider={raider} />
      </div>
    </div>
  );
}

function Details({ guild, raider, nights, manages }: Props) {
  const { panel: words } = raidersWords.use();
  const open = useRaiderDialogs();
  const { archive, pending } = useUpdateRaider();
  const merge = () => open({ what: 'merge', raider: raider.id });
  return (
    <>
      <Facts raider={raider} nights={nights} />
      {manages && raider.notProven && <NotProven guild={guild} raider={raider} onMerge={merge} />}
      <Part title={words.characters}>
        <Characters raider={raider} manages={manages} />
      </Part>
      {raider.teams.length > 0 && (
        <Part title={words.teams}>
          <Teams raider={raider} />
        </Part>
      )}
      {nights && (
        <Part title={words.lastNights}>
          <SectionBoundary>
            <Suspense fallback={<Skeleton lines={1} />}>
              <LastNights guild={guild} raider={raider} />
            </Suspense>
          </SectionBoundary>
        </Part>
      )}
      <Part title={words.awards}>
        <SectionBoundary>
          <Suspense fallback={<Skeleton lines={3} />}>
            <LastAwards guild={guild} raider={raider.id} />
          </Suspense>
        </SectionBoundary>
      </Part>
      <Part title={words.person}>
        {raider.user ? (
          <PersonLink guild={guild.id} person={raider.user.id}>
            {words.openPerson({ name: raider.user.displayName })}
          </PersonLink>
        ) : (
          <PersonOf raider={raider} />
        )}
      </Part>
      {manages ? (
        <>
          <Part title={words.note}>
            <p className={raider.note ? undefined : 'muted'}>{raider.note ?? words.noNote}</p>
          </Part>
          <div className={`${styles.part} ${styles.verbs}`}>
            <Button small icon="plus" onClick={() => open({ what: 'character', raider: raider.id })}>
              {words.addCharacter}
            </Button>
            <Button small onClick={merge}>
              {words.merge}
            </Button>
            <Button small onClick={() => open({ what: 'edit', raider: raider.id })}>
              {words.edit}
            </Button>
            <Button small kind="ghost" pending={pending} onClick={() => archive(raider, !raider.archived)}>
              {raider.archived ? words.restore : words.archive}
            </Button>
          </div>
        </>
      ) : (
        <p className={`muted small ${styles.part}`}>{words.readOnly}</p>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Facts({ raider, nights }: { raider: RaiderView; nights: Nights | undefined }) {
  const words = raidersWords.use();
  const format = useFormat();
  return (
    <dl className={styles.facts}>
      {nights && (
        <div>
          <dt>{words.panel.nights}</dt>
          <dd>{words.nightsOf({ there: thereOf(nights), all: nights.eventsCounted })}</dd>
        </div>
      )}
      {nights && (
        <div>
          <dt>{words.panel.rate}</dt>
          <dd>
            {nights.rate === null || nights.tooLittleData ? (
              <i className="muted">{words.table.unknown}</i>
            ) : (
              `${Math.round(nights.rate * 100)} %`
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{words.panel.since}</dt>
        <dd>{format.date(new Date(raider.createdAt))}</dd>
      </div>
    </dl>
  );
}

function NotProven({ guild, raider, onMerge }: Pick<Props, 'guild' | 'raider'> & { onMerge(): void }) {
  const words = raidersWords.use();
  const { release, pending } = useRelease(guild);
  return (
    <div className={`${styles.part} ${styles.warning}`}>
      <p>{words.panel.unproven}</p>
      <div className="row wrap">
        <Button small onClick={onMerge}>
          {words.unproven.merge}
        </Button>
        <Button small kind="danger" pending={pending} onClick={() => release(raider)}>
          {words.unproven.release}
        </Button>
      </div>
    </div>
  );
}

function Characters({ raider, manages }: Pick<Props, 'raider' | 'manages'>) {
  const { panel: words } = raidersWords.use();
  if (raider.characters.length === 0) return <p className="muted">{words.noCharacters}</p>;
  return (
    <ul className={styles.family}>
      {raider.characters.map((character, at) => (
        <li key={character.id ?? character.rosterEntryId ?? character.characterId ?? at}>
          {character.class ? <ClassTile of={character.class} /> : <Icon name="mark" />}
          <ClassName classId={character.class?.id ?? null}>{character.name}</ClassName>
          {character.main && <span className="tag">{words.main}</span>}
          <small className="muted">{words.source[character.source]}</small>
          {manages && <CharacterMenu raider={raider} character={character} />}
        </li>
      ))}
    </ul>
  );
}

/** A proved character follows the proof, so officers change only the others. */
function CharacterMenu({ raider, character }: { raider: RaiderView; character: RaiderCharacterView }) {
  const { panel: words } = raidersWords.use();
  const open = useRaiderDialogs();
  const { makeMain } = useUpdateRaider();
  const { id, name } = character;
  if (id === null) return <span className={styles.noMenu} />;
  const items: MenuItem[] = [
    ...(character.main ? [] : [{ label: words.makeMain, icon: 'star' as const, onSelect: () => makeMain(raider, id) }]),
    {
      label: words.splitOff,
      icon: 'right',
      onSelect: () => open({ what: 'split', raider: raider.id, character: id }),
    },
  ];
  return <Menu label={words.actionsOf({ name })} items={items} />;
}

function Teams({ raider }: { raider: RaiderView }) {
  const words = raidersWords.use();
  return (
    <ul className={styles.family}>
      {raider.teams.map(({ id, name, role, status, lead }) => (
        <li key={id}>
          {role && <Icon name={roleIcon(role)} size="s" />}
          <span className="clip">{name}</span>
          <small className="muted">{lead ? words.table.leads : words.status[status]}</small>
        </li>
      ))}
    </ul>
  );
}
