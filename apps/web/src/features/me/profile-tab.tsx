import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { uploadPicture } from '../../api/upload-picture.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { LanguageSelect, ThemeChoice } from '../../shell/preferences.tsx';
import { Advice } from '../../ui/advice.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/error-focus.ts';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './me.module.css';
import { keepProfile, rereadProfile, useMe, useSaveProfile } from './me.queries.ts';
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
    mutationFn: (picture: File) => uploadPicture('/api/v1/auth/me/avatar', picture),
    onSuccess: () => {
      toast({ text: words.pictureSaved });
      return rereadProfile();
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
  const [displayName, setName] = useState(me.displayName);
  const [bio, setBio] = useState(me.bio ?? '');
  const save = useMutation(
    api.profile.update.mutationOptions({
      onSuccess: (user) => {
        keepProfile(user);
        setName(user.displayName);
        toast({ text: words.saved });
      },
    }),
  );
  const form = useErrorFocus(save.error);
  const changed = displayName !== me.displayName || bio !== (me.bio ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ displayName, bio: bio.trim() === '' ? null : bio });
  };
  return (
    <form ref={form} onSubmit={submit} className={styles.fields}>
      <TextField
        label={words.profile.name}
        required
        minLength={2}
        maxLength={LONGEST_NAME}
        autoComplete="nickname"
        value={displayName}
        onChange={(event) => setName(event.target.value)}
        error={save.error && <Advice failure={failureOf(save.error)} />}
      />
      <TextArea
        label={words.profile.bio}
        hint={words.profile.bioHint}
        rows={3}
        maxLength={LONGEST_BIO}
        value={bio}
        onChange={(event) => setBio(event.target.value)}
      />
      <div className={styles.end}>
        <Button submit kind="primary" disabled={!changed} pending={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function TimeZone() {
  const { profile: words } = meWords.use();
  const { timeZone } = useMe();
  const save = useSaveProfile();
  const zones = Intl.supportedValuesOf('timeZone');
  const here = browserTimeZone();
  return (
    <div className={styles.zone}>
      <Select
        label={words.timeZone}
        value={save.variables?.timeZone && save.isPending ? save.variables.timeZone : timeZone}
        onChange={(event) => save.mutate({ timeZone: event.target.value })}
      >
        {(zones.includes(timeZone) ? zones : [timeZone, ...zones]).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      {here !== timeZone && (
        <Button kind="ghost" small icon="clock" onClick={() => save.mutate({ timeZone: here })}>
          {words.useBrowser(here.replaceAll('_', ' '))}
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
