import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { changed, patchSettings, SettingsForm, useEdits } from './form.tsx';
import styles from './settings.module.css';
import { settingsWords } from './settings.words.ts';

const DEFAULTS = { lateWeight: 100, benchedWeight: 100, countDeclined: false, tooFewEvents: 4 };

export function AttendanceTab({ guild }: { guild: OrganizationView }) {
  const { attendance: words } = settingsWords.use();
  const before = { ...DEFAULTS, ...guild.settings.attendance };
  const [mine, setMine] = useEdits(before);
  const changes = changed(before, mine);
  const number = (key: 'lateWeight' | 'benchedWeight' | 'tooFewEvents', min: number, max: number) => (
    <TextField
      label={words[key]}
      hint={words.hints[key]}
      type="number"
      required
      min={min}
      max={max}
      value={Number.isNaN(mine[key]) ? '' : mine[key]}
      onChange={({ target }) => setMine({ [key]: target.valueAsNumber })}
    />
  );
  return (
    <SettingsForm isChanged={changes !== undefined} save={() => patchSettings(guild.id, { attendance: changes ?? {} })}>
      <p className="muted small">{words.lead}</p>
      <div className={styles.group}>
        {number('lateWeight', 0, 100)}
        {number('benchedWeight', 0, 100)}
        {number('tooFewEvents', 1, 50)}
        <Checkbox
          label={words.countDeclined}
          hint={words.hints.countDeclined}
          checked={mine.countDeclined}
          onChange={({ target }) => setMine({ countDeclined: target.checked })}
        />
      </div>
    </SettingsForm>
  );
}
