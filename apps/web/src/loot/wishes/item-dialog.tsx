import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { WishesView, WishTrack } from '@guildhall/contracts/wish.ts';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidateWishes, isRetail, raiderOf } from './wishes.queries.ts';
import { wishesWords } from './wishes.words.ts';

type Props = { guild: OrganizationView; shown: WishesView; onClose(): void };
type Typed = { instance: string; boss: string; item: string; track: WishTrack; comment: string };

const TRACKS = ['any', 'finder', 'normal', 'heroic', 'mythic'] as const satisfies readonly WishTrack[];

/** Raid, boss, item. Classic has no journal, so its items go by their number. */
export function ItemDialog({ guild, shown, onClose }: Props) {
  const words = wishesWords.use();
  const hasJournal = isRetail(guild);
  const form = useForm<Typed, WishesView>({
    name: `wish:${shown.raider?.id ?? guild.id}`,
    before: { instance: '', boss: '', item: '', track: hasJournal ? 'heroic' : 'any', comment: '' },
    async send({ item, track, comment }) {
      const wish = { itemId: Number(item), track, comment: comment.trim() || null };
      const others = shown.named.filter((one) => one.itemId !== wish.itemId || one.track !== track);
      return client.wishes.put.mutate({ id: await raiderOf(guild, shown), wishes: [...others, wish] });
    },
    problemsAt: () => ({ item: words.itemRefused }),
    async sent() {
      toast({ text: words.added });
      onClose();
      await invalidateWishes();
    },
  });
  const { instance, boss, item } = form.value;
  const locale = gameLocale();
  const raids = useQuery({
    ...api.gameData.instances.queryOptions({ category: 'raid', locale }),
    enabled: hasJournal,
  });
  const bosses = useQuery({
    ...api.gameData.encounters.queryOptions({ journalInstanceId: Number(instance), locale }),
    enabled: instance !== '',
  });
  const items = useQuery({
    ...api.gameData.items.queryOptions({ encounterId: Number(boss), locale }),
    enabled: boss !== '',
  });
  const named = (all: { id: number; name: string }[] | undefined) => [
    ['', words.choose] as const,
    ...(all ?? []).map(({ id, name }) => [id, name] as const),
  ];
  return (
    <FormDialog of={form} title={words.addTitle} verb={words.add} disabled={item === ''} onClose={onClose}>
      {hasJournal ? (
        <>
          <Select
            label={words.raid}
            value={instance}
            options={named(raids.data?.toReversed())}
            onChange={({ target }) => form.change({ instance: target.value, boss: '', item: '' })}
          />
          <Select
            label={words.boss}
            value={boss}
            options={named(bosses.data)}
            disabled={instance === ''}
            onChange={({ target }) => form.change({ boss: target.value, item: '' })}
          />
          <Select
            {...form.text('item')}
            label={words.item}
            options={named(items.data)}
            disabled={boss === ''}
            required
          />
        </>
      ) : (
        <TextField
          {...form.text('item')}
          label={words.itemNumber}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,8}"
          required
        />
      )}
      <Select
        {...form.text('track')}
        label={words.track}
        options={TRACKS.map((track) => [track, words.tracks[track]])}
      />
      <TextField {...form.text('comment')} label={words.comment} maxLength={200} />
    </FormDialog>
  );
}
