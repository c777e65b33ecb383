import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';

/** Stands where a page is being built. */
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
