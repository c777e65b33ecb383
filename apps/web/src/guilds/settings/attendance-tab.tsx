import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { patchSettings, SettingsForm, useSettings } from './form.tsx';
import styles from './settings.module.css';
import { settingsWords } from './settings.words.ts';

const DEFAULTS = { lateWeight: 100, benchedWeight: 100, countDeclined: false, tooFewEvents: 4 };
const NUMBERS = [
  { field: 'lateWeight', min: 0, max: 100 },
  { field: 'benchedWeight', min: 0, max: 100 },
  { field: 'tooFewEvents', min: 1, max: 50 },
] as const;

export function AttendanceTab({ guild }: { guild: OrganizationView }) {
  const { attendance: words } = settingsWords.use();
  const before = { ...DEFAULTS, ...guild.settings.attendance };
  const form = useSettings(`attendance:${guild.id}`, before, (attendance) => patchSettings(guild.id, { attendance }));
  return (
    <SettingsForm of={form}>
      <p className="muted small">{words.lead}</p>
      <div className={styles.group}>
        {NUMBERS.map(({ field, min, max }) => (
          <TextField
            key={field}
            {...form.number(field)}
            label={words[field]}
            hint={words.hints[field]}
            required
            min={min}
            max={max}
          />
        ))}
        <Checkbox {...form.tick('countDeclined')} label={words.countDeclined} hint={words.hints.countDeclined} />
      </div>
    </SettingsForm>
  );
}
