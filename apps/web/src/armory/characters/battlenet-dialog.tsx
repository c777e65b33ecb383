import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Empty, ErrorBox, Skeleton } from '../../ui/states.tsx';
import { type CharacterSyncState, LinkAccount, needsLink } from './character-sync.tsx';
import styles from './characters.module.css';
import { charactersWords } from './characters.words.ts';

export const VERSIONS = [
  'retail',
  'classic',
  'classic-era',
  'classic-anniversary',
] as const satisfies readonly GameVersion[];

type Props = { sync: CharacterSyncState; onClose(): void };

/** Previews the characters of the game account before importing any. */
export function BattlenetDialog({ sync, onClose }: Props) {
  const { import: words, ...all } = charactersWords.use();
  const [gameVersion, setGameVersion] = useState<(typeof VERSIONS)[number]>('retail');
  const listed = useQuery(
    api.characters.battlenetPreview.queryOptions({ gameVersion, locale: gameLocale() }, { retry: false }),
  );
  const fresh = listed.data?.filter(({ character }) => character === null).length ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <p className="muted small grow">{listed.data && words.summary({ all: listed.data.length, fresh })}</p>
          <Button
            kind="primary"
            icon="refresh"
            disabled={!listed.data}
            pending={sync.running}
            onClick={() => {
              sync.start();
              onClose();
            }}
          >
            {words.verb}
          </Button>
        </>
      }
    >
      <p className="muted small">{words.hint}</p>
      <SegmentedControl
        legend={words.version}
        value={gameVersion}
        onChange={(version) => setGameVersion(version)}
        choices={VERSIONS.map((value) => ({ value, label: all.versions[value] }))}
      />
      {listed.isPending && <Skeleton lines={6} />}
      {listed.error &&
        (needsLink(listed.error) ? <LinkAccount error={listed.error} /> : <ErrorBox error={listed.error} />)}
      {listed.data?.length === 0 && <Empty icon="character" title={words.empty} />}
      {listed.data && listed.data.length > 0 && (
        <ScrollBox className={styles.listed} label={words.title}>
          <ul className="list">
            {listed.data.map(({ name, realm, class: of, level, character }) => (
              <li key={`${realm.slug}/${name}`}>
                <ClassTile of={of} />
                <span className="grow clip">
                  <ClassName classId={of.id}>{name}</ClassName> <span className="muted small">{realm.name}</span>
                </span>
                <span className="muted small">{all.levelNumber({ level })}</span>
                <span className={character ? 'tag' : 'tag ember'}>
                  {character === null ? words.new : character.archivedAt ? all.isArchived : words.known}
                </span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </Dialog>
  );
}
