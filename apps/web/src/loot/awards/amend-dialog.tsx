import type { LootAwardView, LootResponsesView } from '@guildhall/contracts/loot.ts';
import { LOOT_TRACKS } from '@guildhall/contracts/loot-meaning.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { everyRaider } from '../../events/event/every-raider.ts';
import { detailsOf, nameOf } from '../../guilds/raiders/raider-name.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { invalidateLoot } from './awards.queries.ts';
import { awardsWords } from './awards.words.ts';

type Props = {
  award: LootAwardView;
  guild: OrganizationView;
  responses: LootResponsesView['responses'];
  onClose(): void;
};

export function AmendDialog({ award, guild, responses, onClose }: Props) {
  const { amend: words, track: tracks } = awardsWords.use();
  const raiders = useQuery(everyRaider(guild)).data ?? [];
  const { winner } = award;
  const form = useForm({
    name: `award:${award.id}`,
    before: {
      raiderId: winner?.raider?.id ?? '',
      response: award.response.key,
      track: award.track ?? '',
      withdrawn: award.withdrawn,
      note: award.note ?? '',
    },
    send: (_, { raiderId, track, note, ...changes }) =>
      client.loot.amend.mutate({
        id: award.id,
        ...changes,
        ...(raiderId ? { raiderId } : {}),
        ...(track === undefined ? {} : { track: LOOT_TRACKS.find((one) => one === track) ?? null }),
        ...(note === undefined ? {} : { note: note || null }),
      }),
    async sent() {
      onClose();
      await invalidateLoot();
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.title({ item: award.item.name })}
      verb={words.verb}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      <Combobox
        label={words.raider}
        options={raiders.map((raider) => ({
          value: raider.id,
          label: [nameOf(raider), raider.user?.displayName].filter(Boolean).join(' · '),
          details: detailsOf(raider),
        }))}
        value={form.value.raiderId || null}
        onChange={(raiderId) => form.change({ raiderId: raiderId ?? '' })}
      />
      {winner?.name && !winner.raider && <p className="small muted">{words.unknownHint({ name: winner.name })}</p>}
      <Select
        {...form.text('response')}
        label={words.response}
        options={responses.map(({ key, text }) => [key, text || '–'] as const)}
      />
      <Select
        {...form.text('track')}
        label={words.track}
        options={[['', tracks.unknown], ...LOOT_TRACKS.map((one) => [one, tracks[one]] as const)]}
      />
      <TextField {...form.text('note')} label={words.note} maxLength={300} />
      <Checkbox {...form.tick('withdrawn')} label={words.withdrawn} />
    </FormDialog>
  );
}
