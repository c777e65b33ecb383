import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';

/** Placeholder for a page that is not built yet. */
export function OnItsWay({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div className="card">
        <Empty title={title}>…</Empty>
      </div>
    </>
  );
}
