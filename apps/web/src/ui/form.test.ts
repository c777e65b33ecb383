import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * `ui/form.tsx` does the same for all forms: it keeps what is typed, sends once, focuses the first bad field, shows each issue at
 * its field and says what a refusal means. These tests find a form, a field or a dialog that goes past it; the
 * walks of `e2e/form-errors.test.ts` try it in a browser, a form of each kind.
 */
const src = path.join(import.meta.dirname, '..');
const sources = globSync('**/*.tsx', { cwd: src }).map((file) => ({
  file,
  text: readFileSync(path.join(src, file), 'utf8'),
}));

test('every form is one of ui/form.tsx, so that it keeps, sends once and leads to what is wrong', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter(({ text }) => /<form[\s>]/.test(text)).map(({ file }) => file)).toEqual(['ui/form.tsx']);
});

test('each form has a name of its own', () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:useForm(?:<[^(]*>)?\(\{\s*name: |useSettings\()([`'"][^`'"]+[`'"])/g)].map(([, name]) => ({
      name: name?.replaceAll(/\$\{[^}]*\}/g, '*'),
      file,
    })),
  );
  expect(calls.length).toBeGreaterThan(25);
  const names = calls.map(({ name }) => name);
  expect(calls.filter(({ name }, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every text that is typed into a form is kept by it, but for a secret', () => {
  const fields = sources
    .filter(({ file, text }) => !file.startsWith('ui/') && /\b(?:useForm|useFormOf|useSettings)[<(]/.test(text))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/<(?:TextField|TextArea)\b.*?\/>/gs)].map(([field]) => ({ file, field })),
    );
  expect(fields.length).toBeGreaterThan(40);
  expect(fields.filter(({ field }) => !/\.(?:text|number)\(|change\(|readOnly|type="password"/.test(field))).toEqual(
    [],
  );
});

/** A name as it begins, before what it stands for: `'token'`, `` `role:${ ``, `nameOfRoleForm(`. */
const beginningsIn = (text: string) => text.match(/`[^`$]+\$\{|`[^`$]+`|'[^']+'|\b\w+\(/g) ?? [];

test('a dialog whose form could not be sent opens again after the sign-in', () => {
  const dialogs = sources.filter(({ text }) => text.includes('<FormDialog'));
  const opened = sources
    .filter(({ text }) => /useOpenDialog[<(]|<ConnectionList/.test(text))
    .map(({ text }) => text.replaceAll(/\bname: .*/g, ''));
  const names = [
    ...dialogs.flatMap(({ text }) => [...text.matchAll(/useForm(?:<[^(]*>)?\(\{\s*name: (.*),\n/g)]),
    // A dialog that gets its name from those that open it.
    ...sources.flatMap(({ text }) => [...text.matchAll(/<(?:Why|Choose)Dialog[^>]*?\bname=\{(`[^`]*`|[^`}]*)\}/g)]),
  ].map(([, name = '']) => beginningsIn(name));
  expect(names.length).toBeGreaterThan(25);
  const lost = names.filter((beginnings) => !beginnings.some((one) => opened.some((text) => text.includes(one))));
  expect(lost).toEqual([]);
});

/** Forms that the browser test does not walk, because what they need does not fit into its one guild of one member. */
const NOT_WALKED: Record<string, string[]> = {
  'account/me/consents.tsx': ['a service that asks for consent'],
  'account/sign-in/login-page.tsx': ['there is no session that could end'],
  'admin/moderation-tab.tsx': ['an administrator and a reported picture'],
  'admin/syncs-tab.tsx': ['an administrator'],
  'armory/characters/add-dialog.tsx': ['a search by name changes nothing'],
  'events/event-form/extend-dialog.tsx': ['a series'],
  'events/nights/attach-dialog.tsx': ['an event that has begun'],
  'events/nights/who-dialog.tsx': ['a report of a night'],
  'events/planning/add-dialog.tsx': ['another member'],
  'events/planning/end-dialogs.tsx': ['a series in another time zone'],
  'events/templates/save-template-dialog.tsx': ['an event with people'],
  'events/week/no-guild.tsx': ['a person without a guild'],
  'guilds/imports/choose-dialog.tsx': ['an import'],
  'guilds/imports/source-form.tsx': ['a file'],
  'guilds/people/enter-absence.tsx': ['another member'],
  'guilds/raiders/add-dialogs.tsx': ['a raider', 'a raider'],
  'guilds/raiders/move-dialogs.tsx': ['two raiders', 'a raider with two characters'],
  'guilds/settings/chat-tab.tsx': ['a chat server', 'a chat server'],
  'guilds/settings/discord-posts/binding-dialog.tsx': ['a chat server'],
  'guilds/settings/discord-roles/add-rule.tsx': ['a chat server'],
  'guilds/settings/discord-roles/switch-rule.tsx': ['a rule', 'a rule'],
  'guilds/settings/integrations/services.tsx': ['a service'],
  'guilds/settings/integrations/webhooks.tsx': ['a webhook', 'a webhook'],
  'guilds/settings/logs/logs-tab.tsx': ['a guild on Warcraft Logs'],
  'guilds/teams/team-dialogs.tsx': ['a team'],
  'loot/wishes/item-dialog.tsx': ['a raid of the journal'],
  'loot/wishes/sim-form.tsx': ['a sim of one’s own character'],
  'loot/awards/amend-dialog.tsx': ['an award'],
  'loot/points/book-dialog.tsx': ['a pool of points'],
  'loot/points/pool-dialog.tsx': ['e2e/points walks it, with a pool'],
  'loot/reserves/plus-dialog.tsx': ['a reserve with SR+'],
  'loot/reserves/rules-dialog.tsx': ['an event with reserves'],
};

test('every form is walked in a browser, or a reason says why not', () => {
  const walks = readFileSync(path.join(src, '../e2e/form-errors.test.ts'), 'utf8');
  const walked = [...walks.matchAll(/^ {4}file: '([^']+)'/gm)].map(([, file]) => file);
  const forms = sources
    .filter(({ file }) => file !== 'ui/form.tsx' && file !== 'guilds/settings/form.tsx')
    .map(({ file, text }) => ({
      file,
      count: text.match(/\b(?:useForm|useFormOf|useSettings)(?:<[^(]*>)?\(/g)?.length ?? 0,
    }))
    .filter(({ count }) => count > 0);
  const covered = forms.map(({ file }) => ({
    file,
    count: walked.filter((one) => one === file).length + (NOT_WALKED[file]?.length ?? 0),
  }));
  expect(covered).toEqual(forms);
});
