import type { ReserveView } from '@guildhall/contracts/reserve.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { holderOf, invalidateReserves } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

type Typed = { plus: number; note: string; derived: boolean };

export function PlusDialog({ event, reserve, onClose }: { event: string; reserve: ReserveView; onClose(): void }) {
  const words = reservesWords.use();
  const form = useForm<Typed, unknown>({
    name: `plus:${reserve.id}`,
    before: { plus: reserve.plus?.value ?? 0, note: reserve.plus?.corrected?.note ?? '', derived: false },
    send: ({ plus, note, derived }) =>
      client.reserves.correct.mutate({
        ...{ id: event, reserveId: reserve.id },
        ...(derived ? { plus: null } : { plus, note }),
      }),
    async sent() {
      onClose();
      await invalidateReserves();
    },
  });
  const name = holderOf(reserve) ?? words.former;
  return (
    <FormDialog
      of={form}
      title={words.correctTitle({ name, item: reserve.item.name })}
      verb={words.save}
      onClose={onClose}
      more={
        reserve.plus?.corrected && (
          <Button kind="ghost" onClick={() => form.submit({ derived: true })}>
            {words.derived}
          </Button>
        )
      }
    >
      <TextField {...form.number('plus')} label={words.plus} min={0} max={100_000} step={1} required />
      <TextField {...form.text('note')} label={words.note} maxLength={200} required />
    </FormDialog>
  );
}
