import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { compareNames } from '../../i18n/compare-names.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Seg } from '../../ui/seg.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { VERSIONS } from './battlenet-dialog.tsx';
import styles from './characters.module.css';
import { rereadCharacters } from './characters.queries.ts';
import { charactersWords } from './characters.words.ts';

type Way = 'name' | 'hand';
type Props = { way: Way; onWay(way: Way): void; onClose(): void };

/** Adds one character: looked up in the game by name, or created manually. */
export function AddDialog({ way, onWay, onClose }: Props) {
  const { one: words } = charactersWords.use();
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <Seg
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
    toast({ text: words.added(name) });
    await rereadCharacters();
    await navigate({ to: '/characters/$id/$tab', params: { id, tab: 'equipment' } });
  };
}

type Place = { gameVersion: GameVersion; realm: string | null };

/** Game version and realm; the value of a realm is its region and slug. */
function PlaceFields({ place, onChange, optional }: { place: Place; onChange(place: Place): void; optional: boolean }) {
  const { one: words, versions } = charactersWords.use();
  const realms = useQuery({ ...api.gameData.realms.queryOptions({ locale: gameLocale() }), staleTime: Infinity });
  const here = (realms.data ?? []).filter(({ gameVersion }) => gameVersion === place.gameVersion);
  const regions = new Set(here.map(({ region }) => region));
  return (
    <>
      <Select
        label={words.version}
        value={place.gameVersion}
        onChange={({ target }) => {
          const gameVersion = VERSIONS.find((one) => one === target.value) ?? 'retail';
          onChange({ gameVersion, realm: null });
        }}
      >
        {VERSIONS.map((version) => (
          <option key={version} value={version}>
            {versions[version]}
          </option>
        ))}
      </Select>
      <Combobox
        key={place.gameVersion}
        label={optional ? words.realmIfAny : words.realm}
        placeholder={words.realmHint}
        value={place.realm}
        onChange={(realm) => onChange({ ...place, realm })}
        options={here
          .map(({ region, slug, name }) => ({
            value: `${region}/${slug}`,
            label: regions.size > 1 ? `${name} (${region.toUpperCase()})` : name,
          }))
          .sort((a, b) => compareNames(a.label, b.label))}
      />
    </>
  );
}

function placeOf({ realm, gameVersion }: Place) {
  const [region = '', slug = ''] = (realm ?? '').split('/');
  // The realm comes from the service's own list.
  return { gameVersion, ...(realm ? { region: region as Region, realm: slug } : {}) };
}

function ByName() {
  const { one: words, ...all } = charactersWords.use();
  const added = useAdded();
  const [name, setName] = useState('');
  const [place, setPlace] = useState<Place>({ gameVersion: 'retail', realm: null });
  const input = () => ({ name, realm: '', ...placeOf(place) });
  const look = useMutation({ mutationFn: () => client.characters.search.query({ ...input(), locale: gameLocale() }) });
  const bring = useMutation({ mutationFn: () => client.characters.import.mutate(input()), onSuccess: added });
  const found = look.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    bring.reset();
    look.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className="muted small">{words.byNameHint}</p>
      <TextField
        label={words.name}
        value={name}
        required
        autoComplete="off"
        onChange={({ target }) => {
          setName(target.value);
          look.reset();
        }}
      />
      <PlaceFields
        optional={false}
        place={place}
        onChange={(next) => {
          setPlace(next);
          look.reset();
        }}
      />
      {look.error && <ErrorBox error={look.error} />}
      {bring.error && <ErrorBox error={bring.error} />}
      {found && (
        <div className={styles.found} role="status">
          <ClassTile of={found.class} large />
          <p className="grow">
            <ClassName classId={found.class.id}>{found.name}</ClassName>
            <span className="muted small">
              {[all.levelNumber(found.level), found.activeSpec?.name, found.class.name, found.guild?.name]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {found.claimed && (
              <span className="small warn">
                <Icon name="alert" size="s" /> {words.claimed}
              </span>
            )}
            {found.characterId && !found.archived && <span className="small">{words.yours}</span>}
          </p>
        </div>
      )}
      <div className="row wrap actions">
        <Button
          submit
          kind={found ? 'plain' : 'primary'}
          icon="search"
          pending={look.isPending}
          disabled={!place.realm}
        >
          {words.look}
        </Button>
        {found && !found.claimed && (
          <Button kind="primary" icon="plus" pending={bring.isPending} onClick={() => bring.mutate()}>
            {words.bring(found.name)}
          </Button>
        )}
      </div>
    </form>
  );
}

type Draft = { name: string; classId: string; raceId: string; specId: string; level: string };

function ByHand() {
  const { one: words, ...all } = charactersWords.use();
  const { roles } = coreWords.use();
  const added = useAdded();
  const templates = useQuery({
    ...api.characters.templates.queryOptions({ locale: gameLocale() }),
    staleTime: Infinity,
  });
  const [place, setPlace] = useState<Place>({ gameVersion: 'retail', realm: null });
  const [draft, setDraft] = useState<Draft>({ name: '', classId: '', raceId: '', specId: '', level: '' });
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const template = templates.data?.find(({ gameVersion }) => gameVersion === place.gameVersion);
  const chosen = template?.classes.find(({ id }) => String(id) === draft.classId);
  const create = useMutation({
    mutationFn: () =>
      client.characters.create.mutate({
        name: draft.name,
        classId: Number(draft.classId),
        raceId: Number(draft.raceId),
        level: Number(draft.level || template?.maxLevel),
        ...(draft.specId ? { specId: Number(draft.specId) } : {}),
        ...placeOf(place),
      }),
    onSuccess: added,
  });
  if (templates.error) return <ErrorBox error={templates.error} onRetry={() => void templates.refetch()} />;
  if (!template) return <Skeleton lines={6} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className="muted small">{words.byHandHint}</p>
      <TextField
        label={words.name}
        value={draft.name}
        required
        minLength={2}
        maxLength={12}
        autoComplete="off"
        onChange={({ target }) => set({ name: target.value })}
      />
      <PlaceFields
        optional
        place={place}
        onChange={(next) => {
          if (next.gameVersion !== place.gameVersion) set({ classId: '', raceId: '', specId: '' });
          setPlace(next);
        }}
      />
      <div className={styles.pair}>
        <Pick label={words.class} value={draft.classId} onChange={(classId) => set({ classId, specId: '' })} required>
          {template.classes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Pick>
        <Pick label={words.race} value={draft.raceId} onChange={(raceId) => set({ raceId })} required>
          {template.races.map(({ id, name, faction }) => (
            <option key={id} value={id}>
              {faction === 'neutral' ? name : `${name} (${all.factions[faction]})`}
            </option>
          ))}
        </Pick>
        <Pick label={words.spec} value={draft.specId} onChange={(specId) => set({ specId })}>
          {chosen?.specializations.map(({ id, name, role }) => (
            <option key={id} value={id}>
              {role ? `${name} (${roles[role]})` : name}
            </option>
          ))}
        </Pick>
        <TextField
          label={words.level}
          type="number"
          inputMode="numeric"
          min={1}
          max={template.maxLevel}
          placeholder={String(template.maxLevel)}
          value={draft.level}
          onChange={({ target }) => set({ level: target.value })}
        />
      </div>
      {create.error && <ErrorBox error={create.error} />}
      <div className="row wrap actions">
        <Button submit kind="primary" icon="plus" pending={create.isPending}>
          {words.create}
        </Button>
      </div>
    </form>
  );
}

type PickProps = {
  label: string;
  value: string;
  required?: boolean;
  onChange(value: string): void;
  children: ReactNode;
};

function Pick({ label, value, required = false, onChange, children }: PickProps) {
  return (
    <Select label={label} value={value} required={required} onChange={({ target }) => onChange(target.value)}>
      <option value="">–</option>
      {children}
    </Select>
  );
}
