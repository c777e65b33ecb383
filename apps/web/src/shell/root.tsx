import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Toasts } from '../ui/toast.tsx';

/** Around every page: news, and the focus on the heading of the page that one comes to. */
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
      <Toasts />
    </>
  );
}
