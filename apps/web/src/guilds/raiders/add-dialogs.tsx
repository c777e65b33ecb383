import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderKind, RaiderView } from '@guildhall/contracts/raider.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { wholeRoster } from '../roster/roster.queries.ts';
import { nameOf } from './raider-name.tsx';
import { invalidateRaiders } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';

/** Characters of the roster that no account has proved, to be chosen by typing. */
function useFreeCharacters(guild: OrganizationView) {
  const { data = [] } = useQuery({ ...wholeRoster(guild, false), enabled: guild.source !== 'standalone' });
  return data.flatMap(({ id, name, realm, claimedByCharacter }) =>
    claimedByCharacter?.verified
      ? []
      : [
          {
            ...{ value: id, name, details: [realm.name] },
            label: realm.slug === guild.realm?.slug ? name : `${name} · ${realm.name}`,
          },
        ],
  );
}

const KINDS = ['member', 'guest'] as const satisfies readonly RaiderKind[];
type Base = { guild: OrganizationView; onClose(): void };
type About = Base & { raider: RaiderView };

export function AddRaiderDialog({ guild, onClose }: Base) {
  const { form: words } = raidersWords.use();
  const free = useFreeCharacters(guild);
  const form = useForm<{ name: string; kind: RaiderKind; rosterEntryId: string; note: string }, RaiderView>({
    name: `raider:${guild.id}`,
    before: { name: '', kind: 'member', rosterEntryId: '', note: '' },
    send: ({ name, kind, rosterEntryId, note }) =>
      client.raiders.create.mutate({
        ...{ id: guild.id, name, kind },
        ...(rosterEntryId ? { rosterEntryId } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      }),
    async sent(raider) {
      toast({ text: words.added({ name: nameOf(raider) }) });
      onClose();
      await invalidateRaiders();
    },
  });
  const choose = (entry: string | null) => {
    const found = free.find(({ value }) => value === entry);
    form.change({ rosterEntryId: entry ?? '', ...(found && !form.value.name ? { name: found.name } : {}) });
  };
  return (
    <FormDialog of={form} title={words.addTitle} verb={words.addVerb} onClose={onClose}>
      {guild.source !== 'standalone' && (
        <Combobox
          label={words.character}
          options={free}
          value={form.value.rosterEntryId || null}
          onChange={choose}
          placeholder={words.characterHint}
        />
      )}
      <TextField {...form.text('name')} label={words.name} hint={words.nameHint} required maxLength={60} />
      <Select {...form.text('kind')} label={words.kind} options={KINDS.map((kind) => [kind, words.kinds[kind]])} />
      <TextField {...form.text('note')} label={words.note} hint={words.noteHint} maxLength={200} />
    </FormDialog>
  );
}

export function EditRaiderDialog({ raider, onClose }: About) {
  const { form: words } = raidersWords.use();
  const hasAccount = raider.user !== null;
  const form = useForm<{ name: string; kind: RaiderKind; note: string }, unknown>({
    name: `raider-edit:${raider.id}`,
    before: { name: raider.name ?? '', kind: raider.kind, note: raider.note ?? '' },
    send: (_, { name, note, ...changes }) =>
      client.raiders.update.mutate({
        ...{ id: raider.id, ...changes },
        ...(name === undefined || hasAccount ? {} : { name }),
        ...(note === undefined ? {} : { note: note.trim() || null }),
      }),
    async sent() {
      toast({ text: words.saved });
      onClose();
      await invalidateRaiders();
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.editTitle({ name: nameOf(raider) })}
      verb={words.save}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      {!hasAccount && (
        <TextField {...form.text('name')} label={words.name} hint={words.nameHint} required maxLength={60} />
      )}
      <Select {...form.text('kind')} label={words.kind} options={KINDS.map((kind) => [kind, words.kinds[kind]])} />
      <TextField {...form.text('note')} label={words.note} hint={words.noteHint} maxLength={200} />
    </FormDialog>
  );
}

export function AddCharacterDialog({ guild, raider, onClose }: About) {
  const { form: words } = raidersWords.use();
  const own = new Set(raider.characters.map(({ rosterEntryId }) => rosterEntryId));
  const free = useFreeCharacters(guild).filter(({ value }) => !own.has(value));
  const form = useForm<{ rosterEntryId: string; character: string; realm: string; main: boolean }, RaiderView>({
    name: `raider-character:${raider.id}`,
    before: { rosterEntryId: '', character: '', realm: '', main: false },
    send: ({ rosterEntryId, character, realm, main }) =>
      client.raiders.addCharacter.mutate({
        ...{ id: raider.id, main },
        ...(rosterEntryId ? { rosterEntryId } : { name: character, realm }),
      }),
    problemsAt: (paths) => (paths.some((path) => path.startsWith('name')) ? { character: words.characterName } : {}),
    async sent(after, { rosterEntryId, character }) {
      const added = free.find(({ value }) => value === rosterEntryId)?.name ?? character;
      const isTheirs = after.id !== raider.id;
      toast({
        text: isTheirs
          ? words.becameTheirs({ character: added })
          : words.characterAdded({ character: added, name: nameOf(after) }),
      });
      onClose();
      await invalidateRaiders();
    },
  });
  const { rosterEntryId, character } = form.value;
  return (
    <FormDialog
      of={form}
      title={words.characterTitle({ name: nameOf(raider) })}
      verb={words.addVerb}
      disabled={!rosterEntryId && !character.trim()}
      onClose={onClose}
    >
      {guild.source !== 'standalone' && (
        <Combobox
          label={words.character}
          options={free}
          value={rosterEntryId || null}
          onChange={(entry) => form.change({ rosterEntryId: entry ?? '' })}
        />
      )}
      {!rosterEntryId && (
        <fieldset className="form">
          <legend className="small muted">{words.notInRoster}</legend>
          <div className="side-by-side">
            <TextField {...form.text('character')} label={words.characterName} maxLength={60} />
            <TextField {...form.text('realm')} label={words.realm} maxLength={60} />
          </div>
        </fieldset>
      )}
      <Checkbox {...form.tick('main')} label={words.asMain} />
    </FormDialog>
  );
}
