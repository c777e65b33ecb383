import type { LogoUploadedView } from '@guildhall/contracts/guild.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { CropDialog } from './crop-dialog.tsx';
import styles from './settings.module.css';
import { invalidateGuild, logoQuery } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

export function LogoTab({ guild }: { guild: OrganizationView }) {
  const { logo: words } = settingsWords.use();
  const logo = useSuspenseQuery(logoQuery(guild.id)).data;
  const [file, setFile] = useState<File>();
  const [removing, setRemoving] = useState(false);
  const options = { onSuccess: invalidateGuild, onError: toastFailure };
  const toggle = useMutation(api.logos.toggle.mutationOptions(options));
  const remove = useMutation(api.logos.remove.mutationOptions({ ...options, onSettled: () => setRemoving(false) }));
  const both = logo.customLogoUrl !== null && logo.syncedLogoUrl !== null;
  return (
    <div className={styles.form}>
      <div className={styles.logos}>
        <Picture name={words.own} url={logo.customLogoUrl} isShown={logo.useCustomLogo} />
        {guild.source === 'synced' && (
          <Picture name={words.crest} url={logo.syncedLogoUrl} isShown={!logo.useCustomLogo} />
        )}
      </div>
      {logo.review && (
        <p role="status" className={logo.review === 'rejected' ? 'bad' : 'row'}>
          {logo.review === 'rejected' ? words.rejected : words.waits}
        </p>
      )}
      <p className="muted small">{words.hint}</p>
      <div className="row wrap">
        <label className={`btn primary ${styles.choose}`}>
          <Icon name="up" />
          {words.choose}
          <input
            type="file"
            className="sr"
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
        {both && (
          <Button pending={toggle.isPending} onClick={() => toggle.mutate({ id: guild.id })}>
            {logo.useCustomLogo ? words.useCrest : words.useOwn}
          </Button>
        )}
        {(logo.customLogoUrl || logo.review === 'pending') && (
          <Button kind="danger" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </div>
      {file && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          upload={async (picture) => {
            const address = `/api/v1/organizations/${guild.id}/logo` as const;
            const { status } = await uploadFile<LogoUploadedView>(address, picture);
            if (status === 'approved') toast({ text: words.uploaded });
            setFile(undefined);
            await invalidateGuild();
          }}
        />
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={words.removeQuestion}
        consequence={words.removeConsequence}
        verb={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ id: guild.id })}
      />
    </div>
  );
}

function Picture({ name, url, isShown }: { name: string; url: string | null; isShown: boolean }) {
  const { logo: words } = settingsWords.use();
  return (
    <figure className={isShown && url ? styles.shown : undefined}>
      {url ? <img src={url} alt={name} /> : <Icon name="crest" className="crest" />}
      <figcaption>
        <b>{name}</b>
        <small className="muted">{url ? (isShown ? words.isShown : words.isKept) : words.isNone}</small>
      </figcaption>
    </figure>
  );
}
