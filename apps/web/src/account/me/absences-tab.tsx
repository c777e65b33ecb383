import type { AbsenceView } from '@guildhall/contracts/absence.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { serviceTime } from '../../api/service-time.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMyGuilds } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { AwayForm, invalidateAbsences } from '../away/away.tsx';
import { awayWords } from '../away/away.words.ts';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const mine = () => api.absences.mine.queryOptions({});
export function AbsencesTab() {
  const { absences: words } = meWords.use();
  const away = awayWords.use();
  return (
    <>
      <Setting title={words.add} lead={away.hint}>
        <AwayForm />
      </Setting>
      <Setting title={words.mine} pad={false}>
        <Absences />
      </Setting>
    </>
  );
}

const DAY_MS = 86_400_000;
const daysOf = ({ from, to }: AbsenceView) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

function Absences() {
  const { absences: words } = meWords.use();
  const format = useFormat();
  const guilds = useMyGuilds();
  const { data: absences } = useSuspenseQuery(mine());
  const remove = useMutation(
    api.absences.remove.mutationOptions({
      onSuccess: () => {
        toast({ text: words.removed });
        return invalidateAbsences();
      },
      onError: toastFailure,
    }),
  );
  if (absences.length === 0) {
    return (
      <Empty icon="check" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  const now = new Date(serviceTime()).toISOString();
  return (
    <ul className="list">
      {absences.map((absence) => {
        const past = absence.endsAt <= now;
        const days = format.days(absence.from, absence.to);
        const guild = guilds.find(({ id }) => id === absence.organizationId)?.name;
        return (
          <li key={absence.id}>
            <span className={past ? 'mark' : 'mark hot'}>
              <Icon name="week" />
            </span>
            <div className="grow">
              <p className={past ? 'muted' : 'strong'}>{days}</p>
              <small>
                {[
                  words.days({ count: daysOf(absence) }),
                  guild ?? words.everywhere,
                  absence.note,
                  absence.enteredByOfficer && words.byOfficer,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {past && <span className="tag">{words.past}</span>}
            {!past && absence.startsAt <= now && <span className="tag ember">{words.now}</span>}
            <Button
              small
              kind="ghost"
              pending={remove.isPending && remove.variables.id === absence.id}
              onClick={() => remove.mutate({ id: absence.id })}
            >
              {words.remove}
              <span className="sr"> {days}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
