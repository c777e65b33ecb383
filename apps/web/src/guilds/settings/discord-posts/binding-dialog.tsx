import type { DiscordBindingView } from '@guildhall/contracts/discord-posts.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { failureOf } from '../../../api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, useForm } from '../../../ui/form.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { type Option, Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from './discord-posts.module.css';
import { channelsQuery, invalidateDiscord } from './discord-posts.queries.ts';
import { discordPostsWords } from './discord-posts.words.ts';
import { useInstall } from './use-install.ts';

const TYPES = ['raid', 'dungeon', 'social', 'pvp', 'other'] as const;

const HOURS = [24, 1] as const;

type Props = { guild: OrganizationView; binding?: DiscordBindingView; onClose(): void };

const DEFAULTS = {
  types: TYPES,
  detail: 'names',
  leadDays: 14,
  mentionHours: null,
  mirrors: false,
  nights: false,
} as const;

type Values = {
  channelId: string;
  types: readonly (typeof TYPES)[number][];
  detail: 'names' | 'counts';
  leadDays: number;
  mentionHours: string;
  mirrors: boolean;
  nights: boolean;
  evenIfPublic: boolean;
};

function valuesOf(binding: DiscordBindingView | undefined): Values {
  const { types, detail, leadDays, mentionHours, mirrors, nights } = binding ?? DEFAULTS;
  const hours = mentionHours === null ? '' : String(mentionHours);
  return {
    channelId: binding?.channelId ?? '',
    types,
    detail,
    leadDays,
    mentionHours: hours,
    mirrors,
    nights,
    evenIfPublic: false,
  };
}

/** Connects a channel, or changes what is posted in one. */
export function BindingDialog({ guild, binding, onClose }: Props) {
  const words = discordPostsWords.use();
  const channels = useQuery({ ...channelsQuery(guild.id), enabled: !binding });
  const form = useForm<Values, unknown>({
    name: `discord-channel:${binding?.id ?? guild.id}`,
    before: valuesOf(binding),
    send({ channelId, ...typed }) {
      const chosen = {
        ...typed,
        id: guild.id,
        types: [...typed.types],
        mentionHours: HOURS.find((hours) => String(hours) === typed.mentionHours) ?? null,
      };
      return binding
        ? client.discordPosts.changeBinding.mutate({ ...chosen, bindingId: binding.id })
        : client.discordPosts.bind.mutate({ ...chosen, channelId });
    },
    async sent() {
      toast({ text: words.saved });
      await invalidateDiscord();
      onClose();
    },
  });
  const install = useInstall(guild.id);
  const { reason } = failureOf(form.error);
  return (
    <FormDialog
      of={form}
      className={styles.group}
      onClose={onClose}
      title={binding ? `#${binding.channelName}` : words.add}
      verb={words.save}
      disabled={form.value.types.length === 0 || (!binding && !channels.data)}
    >
      {!binding && channels.isPending && <Skeleton lines={1} />}
      <FailureNote error={channels.error} />
      {channels.data && (
        <Select
          {...form.text('channelId')}
          label={words.channel}
          required
          options={[
            ['', words.choose],
            ...channels.data.channels.map(({ id, name, isBound, lacks }): Option => {
              const unfit = isBound ? words.bound : lacks.length > 0 ? words.lacking : undefined;
              return [id, unfit ? `#${name} (${unfit})` : `#${name}`, { disabled: unfit !== undefined }];
            }),
          ]}
        />
      )}
      <WhatIsPosted form={form} />
      <Mentions form={form} />
      {(reason === 'channel_is_public' || form.value.evenIfPublic) && (
        <Checkbox {...form.tick('evenIfPublic')} label={words.evenIfPublic} />
      )}
      <FailureNote error={install.error} />
      {form.value.mirrors && reason === 'bot_lacks_permission' && (
        <Button pending={install.isPending} onClick={() => install.mutate(true)}>
          {words.mayCreateEvents}
        </Button>
      )}
    </FormDialog>
  );
}

function WhatIsPosted({ form }: { form: FormOf<Values> }) {
  const words = discordPostsWords.use();
  return (
    <>
      <fieldset className={styles.inline}>
        <legend>{words.what}</legend>
        {TYPES.map((type) => {
          const { checked, onChange } = form.pick('types', type, TYPES);
          return (
            <Chip key={type} pressed={checked} onChange={onChange}>
              {words.types[type]}
            </Chip>
          );
        })}
      </fieldset>
      <SegmentedControl<'names' | 'counts'>
        legend={words.what}
        value={form.value.detail}
        onChange={(detail) => form.change({ detail })}
        choices={[
          { value: 'names', label: words.details.names },
          { value: 'counts', label: words.details.counts },
        ]}
      />
      <TextField
        {...form.number('leadDays')}
        label={words.leadDays}
        hint={words.leadDaysHint}
        min={1}
        max={60}
        required
      />
    </>
  );
}

function Mentions({ form }: { form: FormOf<Values> }) {
  const words = discordPostsWords.use();
  return (
    <>
      <Select
        {...form.text('mentionHours')}
        label={words.mentions}
        hint={words.mentionsHint}
        options={[['', words.mentionHours.never], ...HOURS.map((hours) => [hours, words.mentionHours[hours]] as const)]}
      />
      <Checkbox {...form.tick('mirrors')} label={words.mirrors} hint={words.mirrorsHint} />
      <Checkbox {...form.tick('nights')} label={words.nights} hint={words.nightsHint} />
    </>
  );
}
