import type { CharacterPreviewView, CharacterTemplate } from '@guildhall/contracts/own-characters.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, type FormOf, useForm } from '../../ui/form.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { VERSIONS } from './battlenet-dialog.tsx';
import styles from './characters.module.css';
import { invalidateCharacters } from './characters.queries.ts';
import { charactersWords } from './characters.words.ts';

type Way = 'name' | 'hand';
type Props = { way: Way; onWay(way: Way): void; onClose(): void };

/** Adds one character: looked up in the game by name, or created manually. */
export function AddDialog({ way, onWay, onClose }: Props) {
  const { one: words } = charactersWords.use();
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <SegmentedControl
        legend={words.title}
        value={way}
        onChange={onWay}
        choices={[
          { value: 'name', label: words.byName },
          { value: 'hand', label: words.byHand },
        ]}
      />
      {way === 'name' ? <ByName /> : <ByHand />}
    </Dialog>
  );
}

function useAdded() {
  const { one: words } = charactersWords.use();
  const navigate = useNavigate();
  return async ({ id, name }: { id: string; name: string }) => {
    toast({ text: words.added({ name }) });
    await invalidateCharacters();
    await navigate({ to: '/characters/$id/$tab', params: { id, tab: 'equipment' } });
  };
}

type Place = { gameVersion: GameVersion; realm: string };

/** Game version and realm; the value of a realm is its region and slug. */
function PlaceFields({ form, onVersion, optional }: { form: FormOf<Place>; onVersion?(): void; optional: boolean }) {
  const { one: words, versions } = charactersWords.use();
  const { gameVersion, realm } = form.value;
  const realms = useQuery({ ...api.gameData.realms.queryOptions({ locale: gameLocale() }), staleTime: Infinity });
  const here = (realms.data ?? []).filter((one) => one.gameVersion === gameVersion);
  const regions = new Set(here.map(({ region }) => region));
  return (
    <>
      <Select
        {...form.text('gameVersion')}
        label={words.version}
        onChange={({ target }) => {
          form.change({ gameVersion: VERSIONS.find((one) => one === target.value) ?? 'retail', realm: '' });
          onVersion?.();
        }}
        options={VERSIONS.map((version) => [version, versions[version]])}
      />
      <Combobox
        key={gameVersion}
        label={optional ? words.realmIfAny : words.realm}
        placeholder={words.realmHint}
        value={realm || null}
        onChange={(next) => form.change({ realm: next ?? '' })}
        options={here
          .map(({ region, slug, name }) => ({
            value: `${region}/${slug}`,
            label: regions.size > 1 ? `${name} (${region.toUpperCase()})` : name,
            details: [slug],
          }))
          .sort((a, b) => compareNames(a.label, b.label))}
      />
    </>
  );
}

function placeOf({ realm, gameVersion }: Place) {
  const [region = '', slug = ''] = realm.split('/');
  // The realm comes from the service's own list.
  return { gameVersion, ...(realm ? { region: region as Region, realm: slug } : {}) };
}

type Named = Place & { name: string };
const inputOf = ({ name, ...place }: Named) => ({ name, realm: '', ...placeOf(place) });

function ByName() {
  const { one: words } = charactersWords.use();
  const added = useAdded();
  const [found, setFound] = useState<{ asked: string; character: CharacterPreviewView }>();
  const bring = useMutation({
    mutationFn: (input: ReturnType<typeof inputOf>) => client.characters.import.mutate(input),
    onSuccess: added,
  });
  const form = useForm<Named, CharacterPreviewView>({
    name: 'character-by-name',
    before: { name: '', gameVersion: 'retail', realm: '' },
    send(value) {
      bring.reset();
      return client.characters.search.query({ ...inputOf(value), locale: gameLocale() });
    },
    sent: (character, value) => setFound({ asked: JSON.stringify(value), character }),
    keeps: true,
  });
  // A character that was found answers the last search, not what has been typed since.
  const character = found?.asked === JSON.stringify(form.value) ? found.character : undefined;
  return (
    <Form
      of={form}
      className={styles.form}
      verb={words.look}
      kind={character ? 'plain' : 'primary'}
      icon="search"
      disabled={!form.value.realm}
      more={
        character &&
        !character.claimed && (
          <Button
            kind="primary"
            icon="plus"
            pending={bring.isPending}
            onClick={() => bring.mutate(inputOf(form.value))}
          >
            {words.bring({ name: character.name })}
          </Button>
        )
      }
    >
      <p className="muted small">{words.byNameHint}</p>
      <TextField {...form.text('name')} label={words.name} required autoComplete="off" />
      <PlaceFields form={form} optional={false} />
      {bring.error && <ErrorBox error={bring.error} />}
      {character && <Found character={character} />}
    </Form>
  );
}

function Found({ character }: { character: CharacterPreviewView }) {
  const { one: words, ...all } = charactersWords.use();
  const { class: of, name, level, activeSpec, guild, claimed, characterId, archived } = character;
  return (
    <div className={styles.found} role="status">
      <ClassTile of={of} large />
      <p className="grow">
        <ClassName classId={of.id}>{name}</ClassName>
        <span className="muted small">
          {[all.levelNumber({ level }), activeSpec?.name, of.name, guild?.name].filter(Boolean).join(' · ')}
        </span>
        {claimed && (
          <span className="small warn">
            <Icon name="alert" size="s" /> {words.claimed}
          </span>
        )}
        {characterId && !archived && <span className="small">{words.yours}</span>}
      </p>
    </div>
  );
}

type Made = Place & { name: string; classId: string; raceId: string; specId: string; level: string };

function ByHand() {
  const { one: words } = charactersWords.use();
  const added = useAdded();
  const templates = useQuery({
    ...api.characters.templates.queryOptions({ locale: gameLocale() }),
    staleTime: Infinity,
  });
  const templateOf = (version: GameVersion) => templates.data?.find(({ gameVersion }) => gameVersion === version);
  const form = useForm<Made, { id: string; name: string }>({
    name: 'character-by-hand',
    before: { name: '', gameVersion: 'retail', realm: '', classId: '', raceId: '', specId: '', level: '' },
    send: ({ name, classId, raceId, specId, level, ...place }) =>
      client.characters.create.mutate({
        name,
        classId: Number(classId),
        raceId: Number(raceId),
        level: Number(level || templateOf(place.gameVersion)?.maxLevel),
        ...(specId ? { specId: Number(specId) } : {}),
        ...placeOf(place),
      }),
    sent: added,
  });
  const template = templateOf(form.value.gameVersion);
  if (templates.error) return <ErrorBox error={templates.error} onRetry={() => void templates.refetch()} />;
  if (!template) return <Skeleton lines={6} />;
  return (
    <Form of={form} className={styles.form} verb={words.create} icon="plus">
      <p className="muted small">{words.byHandHint}</p>
      <TextField {...form.text('name')} label={words.name} required minLength={2} maxLength={12} autoComplete="off" />
      <PlaceFields optional form={form} onVersion={() => form.change({ classId: '', raceId: '', specId: '' })} />
      <Nature form={form} template={template} />
    </Form>
  );
}

const NOTHING = ['', '–'] as const;

function Nature({ form, template }: { form: FormOf<Made>; template: CharacterTemplate }) {
  const { one: words, ...all } = charactersWords.use();
  const { roles } = coreWords.use();
  const chosen = template.classes.find(({ id }) => String(id) === form.value.classId);
  return (
    <div className={styles.pair}>
      <Select
        {...form.text('classId')}
        label={words.class}
        required
        onChange={({ target }) => form.change({ classId: target.value, specId: '' })}
        options={[NOTHING, ...template.classes.map(({ id, name }) => [id, name] as const)]}
      />
      <Select
        {...form.text('raceId')}
        label={words.race}
        required
        options={[
          NOTHING,
          ...template.races.map(
            ({ id, name, faction }) =>
              [id, faction === 'neutral' ? name : `${name} (${all.factions[faction]})`] as const,
          ),
        ]}
      />
      <Select
        {...form.text('specId')}
        label={words.spec}
        options={[
          NOTHING,
          ...(chosen?.specializations ?? []).map(
            ({ id, name, role }) => [id, role ? `${name} (${roles[role]})` : name] as const,
          ),
        ]}
      />
      <TextField
        {...form.text('level')}
        label={words.level}
        type="number"
        inputMode="numeric"
        min={1}
        max={template.maxLevel}
        placeholder={String(template.maxLevel)}
      />
    </div>
  );
}
