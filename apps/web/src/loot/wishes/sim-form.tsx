import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { SimReadView, WishesView } from '@guildhall/contracts/wish.ts';
import { client } from '../../api/client.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { slimSim } from './slim-sim.ts';
import { invalidateWishes, raiderOf } from './wishes.queries.ts';
import { wishesWords } from './wishes.words.ts';

/** A link to a report, or the report itself. */
export function SimForm({ guild, shown }: { guild: OrganizationView; shown: WishesView }) {
  const words = wishesWords.use();
  const form = useForm<{ sim: string }, SimReadView>({
    name: `sim:${shown.raider?.id ?? guild.id}`,
    before: { sim: '' },
    send: async ({ sim }) => {
      const text = sim.trim();
      const id = await raiderOf(guild, shown);
      return client.wishes.readSim.mutate(/^https?:/.test(text) ? { id, link: text } : { id, text });
    },
    problemsAt: () => ({ sim: words.simUnreadable }),
    async sent({ report: { items, inexact } }) {
      toast({ text: inexact ? words.simReadInexact({ count: items }) : words.simRead({ count: items }) });
      await invalidateWishes();
    },
  });
  return (
    <section className="card pad">
      <Form of={form} verb={words.readSim}>
        <TextField
          {...form.text('sim')}
          label={words.simLink}
          hint={words.simHint}
          required
          onChange={({ target }) => form.change({ sim: slimSim(target.value) })}
        />
      </Form>
    </section>
  );
}
