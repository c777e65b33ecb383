import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Checkbox, TextArea } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidateReserves, type Rules, rulesOf, sheetOf } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

const LIMITS = Array.from({ length: 10 }, (_, index) => index + 1);
const STEPS = [1, 10, 30];
const LOCKS = [0, 15, 30, 60, 120, 240, 1_440, 2_880];
const SEEN_BY = ['everybody', 'officers', 'nobody'] as const satisfies readonly Rules['seenBy'][];
const MINUTE_MS = 60_000;

type Typed = {
  perPerson: string;
  perItem: string;
  seenBy: string;
  locks: string;
  plusStep: string;
  continues: boolean;
  hard: string;
};

/** Numbers that a select offers, with the one that is set. */
const withOwn = (offered: readonly number[], own: number | null) =>
  [...new Set([...offered, ...(own === null ? [] : [own])])].toSorted((one, other) => one - other);

export function RulesDialog({ shown, onClose }: { shown: ReservesView; onClose(): void }) {
  const { form: words, ...said } = reservesWords.use();
  const format = useFormat();
  const rules = rulesOf(shown);
  const continues = rules?.continues ?? null;
  const form = useForm<Typed, ReservesView>({
    name: `reserves:${shown.event.id}`,
    before: {
      ...{ perPerson: String(rules?.perPerson ?? 2), perItem: String(rules?.perItem ?? 1) },
      ...{ seenBy: rules?.seenBy ?? 'everybody', locks: String(rules?.locksMinutes ?? 0) },
      ...{ plusStep: String(rules?.plusStep ?? ''), continues: continues !== null },
      hard: (rules?.hard ?? []).map(({ itemId, note }) => [itemId, note].filter(Boolean).join(' ')).join('\n'),
    },
    check({ hard }) {
      const line = linesOf(hard).findIndex((written) => !LINE.test(written)) + 1;
      return line > 0 ? { hard: words.hardRefused({ line }) } : {};
    },
    send: (typed) =>
      client.reserves.putSheet.mutate(
        sheetOf(shown.event.id, {
          ...{ perPerson: Number(typed.perPerson), perItem: Number(typed.perItem) },
          ...{ seenBy: SEEN_BY.find((one) => one === typed.seenBy) ?? 'everybody', locksMinutes: Number(typed.locks) },
          plusStep: typed.plusStep === '' ? null : Number(typed.plusStep),
          continues: typed.continues ? continues : null,
          hard: linesOf(typed.hard).map(hardOf),
        }),
      ),
    async sent() {
      onClose();
      await invalidateReserves();
      toast({ text: shown.sheet ? said.saved : said.opened });
    },
  });
  return (
    <FormDialog of={form} title={said.rules} verb={shown.sheet ? said.save : said.open} onClose={onClose}>
      <Select
        {...form.text('perPerson')}
        label={words.perPerson}
        options={LIMITS.map((one) => [one, `${one}`] as const)}
      />
      <Select {...form.text('perItem')} label={words.perItem} options={LIMITS.map((one) => [one, `${one}`] as const)} />
      <Select
        {...form.text('seenBy')}
        label={words.seenBy}
        options={SEEN_BY.map((one) => [one, words[one]] as const)}
      />
      <Select
        {...form.text('locks')}
        label={words.locks}
        options={withOwn(LOCKS, rules?.locksMinutes ?? null).map(
          (one) => [one, one === 0 ? words.atStart : words.before({ span: format.span(one * MINUTE_MS) })] as const,
        )}
      />
      <Select
        {...form.text('plusStep')}
        label={words.plusStep}
        options={[
          ['', words.withoutPlus],
          ...withOwn(STEPS, rules?.plusStep ?? null).map((one) => [one, `+${one}`] as const),
        ]}
      />
      {continues && form.value.plusStep !== '' && (
        <Checkbox
          {...form.tick('continues')}
          label={words.continues({
            event: continues.title,
            date: format.dayOfMonth(new Date(continues.startsAt)),
          })}
        />
      )}
      <TextArea {...form.text('hard')} label={words.hard} hint={words.hardHint} rows={3} />
    </FormDialog>
  );
}

const LINE = /^\d{1,9}(\s|$)/;
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function hardOf(line: string): Rules['hard'][number] {
  const [id = '', ...note] = line.split(/\s+/);
  return { itemId: Number(id), note: note.join(' ').slice(0, 100) || null };
}
