import type { DiscordBindingView } from '@guildhall/contracts/discord-posts.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { client } from '../../../api/client.ts';
import { failureOf } from '../../../api/errors.ts';
import { coreWords } from '../../../i18n/core.words.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Checkbox, Select, TextField } from '../../../ui/field.tsx';
import { Seg } from '../../../ui/seg.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from '../settings.module.css';
import { channelsQuery, rereadDiscord } from './discord-posts.queries.ts';
import { discordPostsWords } from './discord-posts.words.ts';
import { useInstall } from './use-install.ts';

const TYPES = ['raid', 'dungeon', 'social', 'pvp', 'other'] as const;

const HOURS = [24, 1] as const;

type Props = { guild: OrganizationView; binding?: DiscordBindingView; onClose(): void };

/** Connects a channel, or changes what is posted in one. */
export function BindingDialog({ guild, binding, onClose }: Props) {
  const words = discordPostsWords.use();
  const core = coreWords.use();
  const form = useId();
  const [channelId, setChannelId] = useState(binding?.channelId ?? '');
  const [types, setTypes] = useState<readonly (typeof TYPES)[number][]>(binding?.types ?? TYPES);
  const [detail, setDetail] = useState<'names' | 'counts'>(binding?.detail ?? 'names');
  const [days, setDays] = useState(String(binding?.leadDays ?? 14));
  const [mentionHours, setMentionHours] = useState(binding?.mentionHours ?? null);
  const [mirrors, setMirrors] = useState(binding?.mirrors ?? false);
  const [evenIfPublic, setEvenIfPublic] = useState(false);
  const channels = useQuery({ ...channelsQuery(guild.id), enabled: !binding });
  const save = useMutation({
    mutationFn: () => {
      const chosen = {
        id: guild.id,
        types: [...types],
        detail,
        leadDays: Number(days),
        mentionHours,
        mirrors,
        evenIfPublic,
      };
      return binding
        ? client.discordPosts.changeBinding.mutate({ ...chosen, bindingId: binding.id })
        : client.discordPosts.bind.mutate({ ...chosen, channelId });
    },
    async onSuccess() {
      toast({ text: words.saved });
      await rereadDiscord();
      onClose();
    },
  });
  const install = useInstall(guild.id);
  const isPublic = failureOf(save.error).reason === 'channel_is_public';
  return (
    <Dialog
      open
      onClose={onClose}
      title={binding ? `#${binding.channelName}` : words.add}
      actions={
        <>
          <Button onClick={onClose}>{core.ui.cancel}</Button>
          <Button
            submit
            form={form}
            kind="primary"
            pending={save.isPending}
            disabled={channelId === '' || types.length === 0 || (!binding && !channels.data)}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.group}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {!binding && channels.isPending && <Skeleton lines={1} />}
        <FailureNote error={channels.error} />
        {channels.data && (
          <Select label={words.channel} value={channelId} onChange={({ target }) => setChannelId(target.value)}>
            <option value="">{words.choose}</option>
            {channels.data.channels.map(({ id, name, isBound, lacks }) => (
              <option key={id} value={id} disabled={isBound || lacks.length > 0}>
                #{name}
                {isBound ? ` (${words.bound})` : lacks.length > 0 ? ` (${words.lacking})` : ''}
              </option>
            ))}
          </Select>
        )}
        <fieldset className={styles.inline}>
          <legend>{words.what}</legend>
          {TYPES.map((type) => (
            <Chip
              key={type}
              pressed={types.includes(type)}
              onChange={(pressed) => setTypes(TYPES.filter((one) => (one === type ? pressed : types.includes(one))))}
            >
              {words.types[type]}
            </Chip>
          ))}
        </fieldset>
        <Seg<'names' | 'counts'>
          legend={words.what}
          value={detail}
          onChange={setDetail}
          choices={[
            { value: 'names', label: words.details.names },
            { value: 'counts', label: words.details.counts },
          ]}
        />
        <TextField
          label={words.leadDays}
          hint={words.leadDaysHint}
          type="number"
          min={1}
          max={60}
          required
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <Select
          label={words.mentions}
          hint={words.mentionsHint}
          value={mentionHours ?? ''}
          onChange={({ target }) => setMentionHours(HOURS.find((hours) => String(hours) === target.value) ?? null)}
        >
          <option value="">{words.mentionHours.never}</option>
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {words.mentionHours[hours]}
            </option>
          ))}
        </Select>
        <Checkbox
          label={words.mirrors}
          hint={words.mirrorsHint}
          checked={mirrors}
          onChange={({ target }) => setMirrors(target.checked)}
        />
        {(isPublic || evenIfPublic) && (
          <Checkbox
            label={words.evenIfPublic}
            checked={evenIfPublic}
            onChange={({ target }) => setEvenIfPublic(target.checked)}
          />
        )}
        <FailureNote error={save.error ?? install.error} />
        {mirrors && failureOf(save.error).reason === 'bot_lacks_permission' && (
          <Button pending={install.isPending} onClick={() => install.mutate(true)}>
            {words.mayCreateEvents}
          </Button>
        )}
      </form>
    </Dialog>
  );
}
