import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { knownName, zonesToChoose } from '../../i18n/zones.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { LanguageSelect, ThemeChoice } from '../preferences/preferences.tsx';
import styles from './me.module.css';
import { invalidateProfile, keepProfile, useMe, useSaveProfile } from './me.queries.ts';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

export function ProfileTab() {
  const { profile: words } = meWords.use();
  return (
    <>
      <Setting title={words.you} lead={words.youHint}>
        <Picture />
        <NameAndBio />
      </Setting>
      <Setting title={words.clock} lead={words.clockHint}>
        <LanguageSelect hideLabel={false} />
        <TimeZone />
      </Setting>
      <Setting title={words.look} lead={words.lookHint}>
        <ThemeChoice />
      </Setting>
      <Setting title={words.sharing} lead={words.sharingHint}>
        <Sharing />
      </Setting>
    </>
  );
}

function Picture() {
  const { profile: words } = meWords.use();
  const me = useMe();
  const file = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (picture: File) => uploadFile('/api/v1/auth/me/avatar', picture),
    onSuccess: () => {
      toast({ text: words.pictureSaved });
      return invalidateProfile();
    },
    onError: toastFailure,
  });
  const remove = useMutation(api.users.removeAvatar.mutationOptions({ onSuccess: keepProfile, onError: toastFailure }));
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const [picture] = event.target.files ?? [];
    if (picture) upload.mutate(picture);
    event.target.value = '';
  };
  return (
    <div className={styles.picture}>
      <Avatar key={me.avatarUrl} name={me.displayName} url={me.avatarUrl} large />
      <div className="grow">
        <div className="row wrap">
          <Button pending={upload.isPending} onClick={() => file.current?.click()}>
            {words.picture}
          </Button>
          {me.avatarUrl && (
            <Button kind="ghost" pending={remove.isPending} onClick={() => remove.mutate({})}>
              {words.removePicture}
            </Button>
          )}
        </div>
        <small className="muted">{words.pictureHint}</small>
      </div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={words.picture}
        accept="image/jpeg,image/png,image/webp,image/gif"
        onChange={chosen}
      />
    </div>
  );
}

const LONGEST_NAME = 40;
const LONGEST_BIO = 500;

function NameAndBio() {
  const words = meWords.use();
  const me = useMe();
  const form = useForm({
    name: 'profile',
    before: { displayName: me.displayName, bio: me.bio ?? '' },
    send: ({ bio }, changes) => client.profile.update.mutate({ ...changes, bio: bio.trim() === '' ? null : bio }),
    sent(user) {
      keepProfile(user);
      toast({ text: words.saved });
    },
  });
  return (
    <Form of={form} verb={words.save} disabled={!form.isChanged}>
      <TextField
        {...form.text('displayName')}
        label={words.profile.name}
        required
        minLength={2}
        maxLength={LONGEST_NAME}
        autoComplete="nickname"
      />
      <TextArea
        {...form.text('bio')}
        label={words.profile.bio}
        hint={words.profile.bioHint}
        rows={3}
        maxLength={LONGEST_BIO}
      />
    </Form>
  );
}

function TimeZone() {
  const { profile: words } = meWords.use();
  const { timeZone } = useMe();
  const save = useSaveProfile();
  const here = browserTimeZone();
  return (
    <div className={styles.zone}>
      <Select
        label={words.timeZone}
        value={save.variables?.timeZone && save.isPending ? save.variables.timeZone : timeZone}
        onChange={(event) => save.mutate({ timeZone: event.target.value })}
        options={zonesToChoose(timeZone).map((zone) => [zone, zone.replaceAll('_', ' ')])}
      />
      {here !== knownName(timeZone) && (
        <Button kind="ghost" small icon="clock" onClick={() => save.mutate({ timeZone: here })}>
          {words.useBrowser({ zone: here.replaceAll('_', ' ') })}
        </Button>
      )}
    </div>
  );
}

function Sharing() {
  const { profile: words } = meWords.use();
  const me = useMe();
  const save = useSaveProfile();
  // Shows a ticked box at once; the cache follows a moment later.
  const [shares, setShares] = useState(me.sharesWithGuilds);
  return (
    <Checkbox
      label={words.shares}
      hint={words.sharesHint}
      checked={shares}
      onChange={({ target }) => {
        setShares(target.checked);
        save.mutate({ sharesWithGuilds: target.checked }, { onError: () => setShares(me.sharesWithGuilds) });
      }}
    />
  );
}
