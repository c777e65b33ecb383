import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './settings.module.css';
import { rereadGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

type Props = { isChanged: boolean; save(): Promise<unknown>; children: ReactNode };

/** Sends only changed fields, so that others' changes survive. */
export function SettingsForm({ isChanged, save, children }: Props) {
  const words = settingsWords.use();
  const saving = useMutation({
    mutationFn: save,
    async onSuccess() {
      toast({ text: words.saved });
      await rereadGuild();
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      {children}
      <FailureNote error={saving.error} />
      <div>
        <Button submit kind="primary" pending={saving.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** Edits over the current values: an untouched field shows what others save. */
export function useEdits<T extends object>(before: T): [T, (edits: Partial<T>) => void] {
  const [edits, setEdits] = useState<Partial<T>>({});
  return [{ ...before, ...edits }, (more) => setEdits((now) => ({ ...now, ...more }))];
}

/** The fields of `now` that differ from `before`; undefined if none do. */
export function changed<T extends Record<string, unknown>>(before: T, now: T): Partial<T> | undefined {
  const fields = (Object.keys(now) as (keyof T)[]).filter(
    (field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]),
  );
  return fields.length > 0 ? (Object.fromEntries(fields.map((field) => [field, now[field]])) as Partial<T>) : undefined;
}

type Patch = { [Key in keyof OrganizationSettings]?: OrganizationSettings[Key] | null };

export const patchSettings = (id: string, patch: Patch) =>
  // The request leaves out undefined fields.
  client.organizations.changeSettings.mutate({ id, ...patch } as Parameters<
    typeof client.organizations.changeSettings.mutate
  >[0]);
