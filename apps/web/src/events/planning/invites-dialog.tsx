import type { EventView } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { participationsQuery } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { nameOf } from './participant-name.tsx';

/** All who are signed up, as in-game chat commands and as a list for people. */
export function InvitesDialog({ event, onClose }: { event: EventView; onClose(): void }) {
  const { invites: words, roleNames, event: eventWords, copied } = eventsWords.use();
  const { ui } = coreWords.use();
  const parts = useQuery(participationsQuery(event.id)).data?.participations ?? [];
  const inside = parts.filter(({ status }) => status === 'signed_up');
  const invitations = inside.flatMap(({ character }) => (character ? [`/invite ${character.name}`] : []));
  const roles = event.slots.length > 0 ? event.slots.map(({ roleKey }) => roleKey) : [null];
  const groups = roles.map((role) => {
    const names = inside.filter(({ roleKey }) => role === null || roleKey === role).map(nameOf);
    return `${role ? roleNames[role] : eventWords.everybody} (${names.length}): ${names.join(', ')}`;
  });
  const texts = [
    { label: words.macro, hint: words.macroHint, text: invitations.join('\n') },
    { label: words.list, hint: undefined, text: groups.join('\n') },
  ];
  return (
    <Dialog open onClose={onClose} title={words.title} actions={<Button onClick={onClose}>{ui.close}</Button>}>
      {texts.map(({ label, hint, text }) => (
        <div key={label} className="labelled">
          <TextArea label={label} hint={hint} rows={4} readOnly value={text} />
          <div>
            <Button icon="copy" onClick={() => void copyText(text, copied)}>
              {words.copy({ what: label })}
            </Button>
          </div>
        </div>
      ))}
    </Dialog>
  );
}
