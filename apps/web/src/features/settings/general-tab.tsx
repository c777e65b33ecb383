import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { client } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { browserTimeZone } from '../../i18n/format.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.tsx';
import { changed, patchSettings, SettingsForm, useEdits } from './form.tsx';
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

export function GeneralTab({ guild }: { guild: OrganizationView }) {
  const words = settingsWords.use();
  const { roles } = coreWords.use();
  const { settings } = guild;
  const before = {
    identity: { name: guild.name, type: guild.type, alias: guild.alias ?? '' },
    general: { visibility: settings.visibility, timeZone: settings.timeZone, locale: settings.locale as string },
    recruiting: {
      open: settings.recruiting.open,
      roles: ROLES.filter((role) => settings.recruiting.roles.includes(role)),
      message: settings.recruiting.message ?? '',
    },
  };
  const [identity, setIdentity] = useEdits(before.identity);
  const [general, setGeneral] = useEdits(before.general);
  const [recruiting, setRecruiting] = useEdits(before.recruiting);
  const changes = {
    identity: changed(before.identity, identity),
    general: changed(before.general, general),
    recruiting: changed(before.recruiting, recruiting),
  };
  const save = async () => {
    if (changes.identity) {
      const { alias, ...rest } = changes.identity;
      await client.organizations.update.mutate({
        id: guild.id,
        ...rest,
        ...(alias === undefined ? {} : { alias: alias || null }),
      });
    }
    if (changes.general || changes.recruiting) {
      const { message, ...rest } = changes.recruiting ?? {};
      const text = message === undefined ? {} : { message: message || null };
      await patchSettings(guild.id, {
        ...(changes.general as { timeZone?: string }),
        ...(changes.recruiting ? { recruiting: { ...rest, ...text } as { open?: boolean } } : {}),
      });
    }
  };
  const zones = [...new Set(['UTC', browserTimeZone(), general.timeZone, ...Intl.supportedValuesOf('timeZone')])];
  const synced = guild.source === 'synced';
  return (
    <SettingsForm isChanged={Object.values(changes).some(Boolean)} save={save}>
      <fieldset className={styles.group}>
        <legend>{words.general.identity}</legend>
        <TextField
          label={words.general.name}
          hint={synced ? words.general.fromGame : undefined}
          value={identity.name}
          disabled={synced}
          maxLength={60}
          required
          onChange={({ target }) => setIdentity({ name: target.value })}
        />
        {!synced && (
          <Select
            label={words.general.type}
            value={identity.type}
            onChange={({ target }) => setIdentity({ type: TYPES.find((type) => type === target.value) ?? 'community' })}
          >
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {words.general.types[type]}
              </option>
            ))}
          </Select>
        )}
        <TextField
          label={words.general.alias}
          hint={words.general.aliasHint(`${location.origin}/g/${identity.alias || guild.id}`)}
          value={identity.alias}
          maxLength={60}
          required={synced}
          onChange={({ target }) => setIdentity({ alias: target.value })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{words.general.shown}</legend>
        <Select
          label={words.general.visibility}
          hint={words.general.visibilityHints[general.visibility]}
          value={general.visibility}
          onChange={({ target }) => setGeneral({ visibility: target.value === 'members' ? 'members' : 'public' })}
        >
          <option value="public">{words.general.visibilities.public}</option>
          <option value="members">{words.general.visibilities.members}</option>
        </Select>
        <Combobox
          label={words.general.timeZone}
          options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={general.timeZone}
          onChange={(zone) => setGeneral({ timeZone: zone ?? 'UTC' })}
        />
        <Select
          label={words.general.language}
          hint={words.general.languageHint}
          value={general.locale}
          onChange={({ target }) => setGeneral({ locale: target.value })}
        >
          {Object.entries({ [general.locale]: general.locale, ...LOCALES }).map(([locale, name]) => (
            <option key={locale} value={locale}>
              {name}
            </option>
          ))}
        </Select>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{words.general.recruiting}</legend>
        <Checkbox
          label={words.general.open}
          checked={recruiting.open}
          onChange={({ target }) => setRecruiting({ open: target.checked })}
        />
        <div className={styles.inline}>
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              label={roles[role]}
              checked={recruiting.roles.includes(role)}
              onChange={({ target }) =>
                setRecruiting({
                  roles: ROLES.filter((one) => (one === role ? target.checked : recruiting.roles.includes(one))),
                })
              }
            />
          ))}
        </div>
        <TextArea
          label={words.general.message}
          rows={3}
          maxLength={1_000}
          value={recruiting.message}
          onChange={({ target }) => setRecruiting({ message: target.value })}
        />
      </fieldset>
    </SettingsForm>
  );
}
