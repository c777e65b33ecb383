import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ErrorBox } from '../../ui/states.tsx';
import { eventsWords } from '../event/events.words.ts';

/** Creates the address, shows it once, and copies it with one tap. */
export function SubscribeDialog({ guild, onClose }: { guild: string; onClose(): void }) {
  const { feed: words, copied } = eventsWords.use();
  const { ui } = coreWords.use();
  const feed = useQuery(api.calendarFeeds.ofGuild.queryOptions({ id: guild }));
  const make = useMutation(api.calendarFeeds.rotateOfGuild.mutationOptions());
  const has = feed.data?.feed != null;
  return (
    <Dialog
      open
      insistent={make.isSuccess}
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          {make.data ? (
            <Button kind="primary" icon="copy" onClick={() => void copyText(make.data.url, copied)}>
              {words.copy}
            </Button>
          ) : (
            <Button kind="primary" pending={make.isPending} onClick={() => make.mutate({ id: guild })}>
              {has ? words.renew : words.make}
            </Button>
          )}
        </>
      }
    >
      <p>{words.lead}</p>
      {make.data ? (
        <TextField label={words.address} readOnly value={make.data.url} onFocus={({ target }) => target.select()} />
      ) : (
        has && <p className="muted small">{words.replaces}</p>
      )}
      <p className="muted small">{words.secret}</p>
      {make.isError && <ErrorBox error={make.error} />}
    </Dialog>
  );
}
