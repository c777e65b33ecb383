import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { Form, type FormOf, useForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './settings.module.css';
import { invalidateGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

/** Sends only changed fields, so that others' changes survive. */
export function useSettings<V extends object>(
  name: string,
  before: V,
  save: (changes: Partial<V>) => Promise<unknown>,
) {
  const words = settingsWords.use();
  return useForm({
    name,
    before,
    send: (_, changes) => save(changes),
    sent() {
      toast({ text: words.saved });
      return invalidateGuild();
    },
  });
}

export function SettingsForm<V extends object>({ of: form, children }: { of: FormOf<V>; children: ReactNode }) {
  const words = settingsWords.use();
  return (
    <Form of={form} className={styles.form} verb={words.save} disabled={!form.isChanged}>
      {children}
    </Form>
  );
}

type Patch = { [Key in keyof OrganizationSettings]?: OrganizationSettings[Key] | null };

export const patchSettings = (id: string, patch: Patch) =>
  // The request leaves out undefined fields.
  client.organizations.changeSettings.mutate({ id, ...patch } as Parameters<
    typeof client.organizations.changeSettings.mutate
  >[0]);
