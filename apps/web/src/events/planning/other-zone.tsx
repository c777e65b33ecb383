import type { EventView } from '@guildhall/contracts/event.ts';
import { Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from '../event/events.module.css';
import { eventsWords } from '../event/events.words.ts';

const ZoneDialog = lazyPart(() => import('./end-dialogs.tsx'), 'ZoneDialog');

/** After the guild's time zone changed, its events keep theirs until an officer moves them. */
export function OtherZone({ event }: { event: EventView }) {
  const { event: words } = eventsWords.use();
  const format = useFormat();
  const [open, setOpen] = useOpenDialog({ [`zone:${event.id}`]: true });
  return (
    <section className={`card ${styles.note} row between wrap`}>
      <p>{words.otherZone({ own: format.zoneName(event.timeZone), guild: format.zoneName(event.guildTimeZone) })}</p>
      <Button small icon="clock" onClick={() => setOpen(true)}>
        {words.toGuildZone}
      </Button>
      <Suspense>{open && <ZoneDialog event={event} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  );
}
