import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { client } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { zonesToChoose } from '../../i18n/zones.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx';
import type { FormOf } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { patchSettings, SettingsForm, useSettings } from './form.tsx';
import styles from './settings.module.css';
import { settingsWords } from './settings.words.ts';

const TYPES = ['guild', 'community', 'team'] as const;
const ROLES = ['tank', 'healer', 'melee', 'ranged'] as const;
const LOCALES = {
  en_US: 'English',
  de_DE: 'Deutsch',
  es_ES: 'Español',
  fr_FR: 'Français',
  pt_BR: 'Português',
  ru_RU: 'Русский',
} as const;

const valuesOf = ({ name, type, alias, settings }: OrganizationView) => ({
  name,
  type,
  alias: alias ?? '',
  visibility: settings.visibility,
  timeZone: settings.timeZone,
  locale: settings.locale as string,
  open: settings.recruiting.open,
  roles: ROLES.filter((role) => settings.recruiting.roles.includes(role)) as readonly (typeof ROLES)[number][],
  message: settings.recruiting.message ?? '',
});
type Values = ReturnType<typeof valuesOf>;
type GroupProps = { guild: OrganizationView; form: FormOf<Values> };

export function GeneralTab({ guild }: { guild: OrganizationView }) {
  const form = useSettings(`general:${guild.id}`, valuesOf(guild), (changes) => save(guild.id, changes));
  return (
    <SettingsForm of={form}>
      <Identity guild={guild} form={form} />
      <Shown form={form} />
      <Recruiting form={form} />
    </SettingsForm>
  );
}

async function save(id: string, changes: Partial<Values>): Promise<void> {
  const { name, type, alias, open, roles, message, ...general } = changes;
  const identity = given({ name, type, alias: alias === undefined ? undefined : alias || null });
  if (identity) await client.organizations.update.mutate({ id, ...identity });
  const recruiting = given({ open, roles, message: message === undefined ? undefined : message || null });
  if (given(general) || recruiting) {
    await patchSettings(id, {
      ...(general as { timeZone?: string }),
      ...(recruiting ? { recruiting: recruiting as { open?: boolean } } : {}),
    });
  }
}

/** Without the fields that have not changed; undefined if none is left. */
function given<T extends object>(fields: T): { [Field in keyof T]?: Exclude<T[Field], undefined> } | undefined {
  const changed = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only values that are there are left.
  return changed.length > 0
    ? (Object.fromEntries(changed) as { [Field in keyof T]?: Exclude<T[Field], undefined> })
    : undefined;
}

function Identity({ guild, form }: GroupProps) {
  const { general: words } = settingsWords.use();
  const synced = guild.source === 'synced';
  return (
    <fieldset className={styles.group}>
      <legend>{words.identity}</legend>
      <TextField
        {...form.text('name')}
        label={words.name}
        hint={synced ? words.fromGame : undefined}
        disabled={synced}
        maxLength={60}
        required
      />
      {!synced && (
        <Select {...form.text('type')} label={words.type} options={TYPES.map((type) => [type, words.types[type]])} />
      )}
      <TextField
        {...form.text('alias')}
        label={words.alias}
        hint={words.aliasHint({ address: `${location.origin}/g/${form.value.alias || guild.id}` })}
        maxLength={60}
        required={synced}
      />
    </fieldset>
  );
}

function Shown({ form }: Pick<GroupProps, 'form'>) {
  const { general: words } = settingsWords.use();
  const { visibility, timeZone, locale } = form.value;
  const zones = zonesToChoose(browserTimeZone(), timeZone);
  return (
    <fieldset className={styles.group}>
      <legend>{words.shown}</legend>
      <Select
        {...form.text('visibility')}
        label={words.visibility}
        hint={words.visibilityHints[visibility]}
        options={(['public', 'members'] as const).map((one) => [one, words.visibilities[one]])}
      />
      <Combobox
        label={words.timeZone}
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        value={timeZone}
        onChange={(zone) => form.change({ timeZone: zone ?? 'UTC' })}
      />
      <Select
        {...form.text('locale')}
        label={words.language}
        hint={words.languageHint}
        options={Object.entries({ [locale]: locale, ...LOCALES })}
      />
    </fieldset>
  );
}

function Recruiting({ form }: Pick<GroupProps, 'form'>) {
  const { general: words } = settingsWords.use();
  const { roles: names } = coreWords.use();
  return (
    <fieldset className={styles.group}>
      <legend>{words.recruiting}</legend>
      <Checkbox {...form.tick('open')} label={words.open} />
      <div className={styles.inline}>
        {ROLES.map((role) => (
          <Checkbox key={role} {...form.pick('roles', role, ROLES)} label={names[role]} />
        ))}
      </div>
      <TextArea {...form.text('message')} label={words.message} rows={3} maxLength={1_000} />
    </fieldset>
  );
}
