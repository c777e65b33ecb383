import type { PointPoolView, PointPricesView } from '@guildhall/contracts/points.ts';
import { client } from '../../api/client.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AMOUNT, shownUnits, typedUnits } from './amounts.ts';
import { invalidatePoints } from './points.queries.ts';
import { pointsWords } from './points.words.ts';

type Props = { pool: PointPoolView; priced: PointPricesView['prices'][number]; onClose(): void };

/** One price by hand. An empty field removes it. */
export function PriceDialog({ pool, priced: { item, price }, onClose }: Props) {
  const { prices: words, book, poolForm } = pointsWords.use();
  const form = useForm({
    name: `point-price:${pool.id}:${item.id}`,
    before: { price: shownUnits(price, pool) },
    send: (typed) =>
      client.points.changePrice.mutate({
        id: pool.id,
        itemId: item.id,
        price: typed.price.trim() === '' ? null : typedUnits(typed.price, pool),
      }),
    async sent() {
      onClose();
      await invalidatePoints();
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.titleOf({ item: item.name })}
      verb={poolForm.save}
      disabled={!form.isChanged}
      onClose={onClose}
    >
      <TextField {...form.text('price')} {...AMOUNT} label={book.price} hint={words.removeHint} />
    </FormDialog>
  );
}
