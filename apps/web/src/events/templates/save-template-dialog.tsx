import type { EventView } from '@guildhall/contracts/event.ts';
import type { EventTemplateView } from '@guildhall/contracts/event-template.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { templatesQuery } from './templates.queries.ts';
import { templatesWords } from './templates.words.ts';

/** Keeps the event as a new template, or over one that there is. */
export function SaveTemplateDialog({ event, onClose }: { event: EventView; onClose(): void }) {
  const words = templatesWords.use();
  const query = templatesQuery(event.organizationId);
  const { templates } = useSuspenseQuery(query).data;
  const find = (id: string) => templates.find((template) => template.id === id);
  const form = useForm<{ name: string; over: string }, EventTemplateView>({
    name: `event-template:${event.id}`,
    before: { name: event.title.slice(0, 80), over: '' },
    check: ({ name }) => (name.trim() === '' ? { name: words.needed } : {}),
    send({ name, over }) {
      const template = find(over);
      if (!template) return client.eventTemplates.create.mutate({ id: event.organizationId, name, eventId: event.id });
      const renamed = name === template.name ? {} : { name };
      return client.eventTemplates.update.mutate({ id: over, ...renamed, eventId: event.id });
    },
    async sent() {
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      toast({ text: words.saved });
      onClose();
    },
  });
  const choose = (id: string) => {
    const chosen = find(id);
    form.change({ over: id, ...(chosen ? { name: chosen.name } : {}) });
  };
  return (
    <FormDialog of={form} onClose={onClose} title={words.title} verb={words.save}>
      <p className="muted small">{words.hint}</p>
      <TextField label={words.name} maxLength={80} {...form.text('name')} />
      {templates.length > 0 && (
        <Select
          label={words.over}
          value={form.value.over}
          onChange={({ target }) => choose(target.value)}
          options={[['', words.new], ...templates.map(({ id, name }) => [id, name] as const)]}
        />
      )}
    </FormDialog>
  );
}
