import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { uploadFile } from '../../api/upload-file.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EventPicture } from '../event/event-picture.tsx';
import styles from '../event/events.module.css';
import { eventQuery, refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';

/** Uploads the event's own picture, which replaces the instance's or ours. */
export function PictureDialog({ event, onClose }: { event: EventView; onClose(): void }) {
  const { officer: words } = eventsWords.use();
  const { ui } = coreWords.use();
  const change = useMutation<EventView, Error, File | undefined>({
    mutationFn: (picture) =>
      picture
        ? uploadFile(`/api/v1/events/${event.id}/image`, picture)
        : client.events.removeImage.mutate({ id: event.id }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, changed);
      await refreshEvents();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.picture}
      actions={
        <>
          {event.imageUrl && (
            <Button kind="danger" pending={change.isPending} onClick={() => change.mutate(undefined)}>
              {words.removePicture}
            </Button>
          )}
          <Button onClick={onClose}>{ui.close}</Button>
        </>
      }
    >
      <EventPicture key={event.imageUrl} event={event} className={styles.ownPicture} />
      <p className="muted small">{words.pictureHint}</p>
      <label className={buttonClass()}>
        <Icon name="up" />
        {words.choosePicture}
        <input
          className="sr"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          disabled={change.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) change.mutate(file);
            target.value = '';
          }}
        />
      </label>
      {change.error && <FailureNote error={change.error} />}
    </Dialog>
  );
}
