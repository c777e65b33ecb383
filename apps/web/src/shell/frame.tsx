import { useState } from 'react';
import { useViewer, wasSignedIn } from '../api/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Shell } from './shell.tsx';

/** People who are signed in rarely see it. */
export const PlainPage = lazyPart(() => import('./plain-page.tsx'), 'PlainPage');

const OfEverybody = () => {
  const signedIn = useViewer() !== undefined;
  const [isShell, setShell] = useState(signedIn);
  if (signedIn && !isShell) setShell(true);
  // When the session ends, the page stays as it is until the sign-in takes its place: its open form is not begun anew.
  return isShell ? <Shell /> : <PlainPage wide />;
};

/** Around public pages: visitors have nothing that a side bar could list. */
export const Frame = Object.assign(OfEverybody, {
  preload: async () => {
    if (!wasSignedIn()) await PlainPage.preload();
  },
});
