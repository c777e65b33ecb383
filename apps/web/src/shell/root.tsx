import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CopyByHand } from '../ui/copy-by-hand.tsx';
import { Toasts } from '../ui/toast.tsx';

/** Wraps every page: shows notices, and moves focus to the heading of a new page. */
export function Root() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <>
      <Outlet />
      <CopyByHand />
      <Toasts />
    </>
  );
}
