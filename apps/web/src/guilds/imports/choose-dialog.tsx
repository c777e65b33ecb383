import type { ImportRowView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { everyRaider } from '../../events/event/every-raider.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { detailsOf, nameOf } from '../raiders/raider-name.tsx';
import { wholeRoster } from '../roster/roster.queries.ts';
import { alikeOf } from './decide.ts';
import { invalidateImports } from './imports.queries.ts';
import { importsWords } from './imports.words.ts';

type Props = { guild: OrganizationView; importId: string; row: ImportRowView; onClose(): void };

/** Any raider, or any character of the roster. */
export function ChooseDialog({ guild, importId, row, onClose }: Props) {
  const { choose: words } = importsWords.use();
  const raiders = useQuery(everyRaider(guild)).data ?? [];
  const roster = useQuery({ ...wholeRoster(guild, false), enabled: guild.source !== 'standalone' }).data ?? [];
  const known = new Set(raiders.flatMap(({ characters }) => characters.map(({ rosterEntryId }) => rosterEntryId)));
  const options = [
    ...raiders.map((raider) => ({
      value: `raider:${raider.id}`,
      label: [nameOf(raider), raider.user?.displayName].filter(Boolean).join(' · '),
      details: detailsOf(raider),
    })),
    ...roster
      .filter(({ id }) => !known.has(id))
      .map(({ id, name, realm }) => ({
        value: `character:${id}`,
        label: realm.slug === guild.realm?.slug ? name : `${name} · ${realm.name}`,
        details: [realm.name],
      })),
  ];
  const form = useForm<{ target: string }, unknown>({
    name: `import-row:${row.id}`,
    before: { target: '' },
    send: ({ target }) =>
      client.imports.decide.mutate({
        ...{ id: guild.id, importId, rowIds: [row.id], alike: alikeOf(row) },
        ...{ decision: 'target', target },
      }),
    async sent() {
      onClose();
      await invalidateImports();
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.title({ name: row.name })}
      verb={words.verb}
      disabled={!form.value.target}
      onClose={onClose}
    >
      <Combobox
        label={words.person}
        options={options}
        value={form.value.target || null}
        onChange={(target) => form.change({ target: target ?? '' })}
      />
    </FormDialog>
  );
}
