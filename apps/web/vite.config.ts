import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs, and what changes with a new version of a package only. */
const ALWAYS =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core)|@trpc\/[\w-]+)\//;

/** Of those, what few pages need. */
const SELDOM = /\/(use(Suspense)?(Queries|InfiniteQuery)|queriesObserver|infiniteQueryObserver)\.js$/;

/**
 * The frame of every page. Apart, its many small files would weigh a tenth more; what opens on demand stays so. No styles:
 * base.css comes first, because it says in which order the layers stand.
 */
const FRAME =
  /^(?!.*\.css$).*apps\/web\/src\/(api\/(?!ability|live)|i18n\/[\w-]+\.ts|shell\/(?!account|find-dialog|shortcuts-dialog)|ui\/(advice|avatar|button|game|icon|page-head|pips|seg|states|time|toast)\.|features\/\w+\/([\w-]+\.(routes|words|queries)|roster-search|days)\.ts)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    // Nothing is inlined: the policy of the page knows no `data:`.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      // It does not say so itself, and would bring its links for sockets and subscriptions.
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: (id) => ALWAYS.test(id) && !SELDOM.test(id) },
            { name: 'frame', test: FRAME },
            // In one piece each; a style sheet that two pages share would be a chunk of its own.
            { name: 'answer', test: /features\/signup\/(answer|bring)/ },
            { name: 'week', test: /features\/week\/(?!no-guild|for-officers|words)/ },
          ],
        },
      },
    },
  },
});
