import { useLayoutEffect } from 'react';

/** The title of the window. */
export function PageTitle({ children: title }: { children: string }) {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
