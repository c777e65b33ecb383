import type { EventView } from '@guildhall/contracts/event.ts';
import type { EventFromTemplateView, EventTemplateView } from '@guildhall/contracts/event-template.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { language } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { raiderMark, withMark } from '../../ui/raider-mark.tsx';
import type { Option } from '../../ui/select.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { SaveTemplateDialog } from './save-template-dialog.tsx';
import { templatesQuery } from './templates.queries.ts';
import { templatesWords } from './templates.words.ts';

type OfferedProps = {
  templates: readonly EventTemplateView[];
  events: readonly Option[];
  children(all: readonly Option[]): ReactNode;
};

/** Offers templates, and then the events that a select offers besides. */
export function WithTemplates({ templates, events, children }: OfferedProps) {
  const words = templatesWords.use();
  if (templates.length === 0) return children(events);
  return children([
    ...templates.map(({ id, name }): Option => [id, name, { group: words.templates }]),
    ...events.map(([id, name, more]): Option => [id, name, { ...more, group: words.events }]),
  ]);
}

/** Says how much the chosen template brings along, and deletes it. */
export function ChosenTemplate({ template, onDeleted }: { template: EventTemplateView; onDeleted(): void }) {
  const words = templatesWords.use();
  const [asks, setAsks] = useState(false);
  const { id, name, lineups, notes, archivedTeam } = template;
  const remove = useMutation({
    ...api.eventTemplates.delete.mutationOptions(),
    onError: toastFailure,
    async onSuccess() {
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: templatesQuery(template.organizationId).queryKey });
      toast({ text: words.deleted });
    },
    onSettled: () => setAsks(false),
  });
  return (
    <div>
      <p className="small muted">{words.brings({ lineups, notes })}</p>
      {archivedTeam !== null && <p className="small warn">{words.archivedTeam({ team: archivedTeam })}</p>}
      <Button kind="ghost" icon="x" onClick={() => setAsks(true)}>
        {words.delete}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={words.deleteTitle({ name })}
        verb={words.delete}
        onConfirm={() => remove.mutate({ id })}
        pending={remove.isPending}
        consequence={words.deleteHint}
      />
    </div>
  );
}

/** Opens the form that saves the event as a template. */
export function KeepAsTemplate({ event }: { event: EventView }) {
  const words = templatesWords.use();
  const [open, setOpen] = useOpenDialog<boolean>({ [`event-template:${event.id}`]: true });
  return (
    <>
      <Button small kind="ghost" onClick={() => setOpen(true)}>
        {words.title}
      </Button>
      {open && <SaveTemplateDialog event={event} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The words are there: a template was chosen. */
export function leftOutOf(leftOut: EventFromTemplateView['leftOut']): string {
  const words = templatesWords.now().leftOut;
  const { raider: marks } = coreWords.now();
  const list = new Intl.ListFormat(language());
  return [...Map.groupBy(leftOut, ({ why }) => why)]
    .map(([why, people]) =>
      words[why]({
        names: list.format(people.map(({ raider }) => withMark(raider.name ?? '?', raiderMark(marks, raider)))),
      }),
    )
    .join(' · ');
}
