import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Code that every page needs and that changes only with a new package version. */
const ALWAYS =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core)|@trpc\/[\w-]+)\//;

/** The parts of it that few pages need. */
const SELDOM = /\/(use(Suspense)?(Queries|InfiniteQuery)|queriesObserver|infiniteQueryObserver)\.js$/;

/**
 * The code around every page. As separate chunks its many small files would be a tenth larger; parts that open on
 * demand stay separate. Styles are excluded, because base.css must come first: it sets the order of the layers.
 */
const FRAME =
  /^(?!.*\.css$).*apps\/web\/src\/(api\/(?!ability|live)|i18n\/[\w-]+\.ts|shell\/(?!account|find-dialog|shortcuts-dialog)|ui\/(advice|avatar|button|game|icon|page-head|pips|seg|states|time|toast)\.|features\/\w+\/((invites\/)?[\w-]+\.(routes|words)|[\w-]+\.queries|roster-search|days)\.ts)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    // The content policy does not allow `data:` URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The frame would carry the names of every page's chunks, three kilobytes; styles it has to wait for.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    target: 'es2023',
    rolldownOptions: {
      // The package does not declare this itself, and would add its links for sockets and subscriptions.
      treeshake: { moduleSideEffects: [{ test: /@trpc\/client/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: (id) => ALWAYS.test(id) && !SELDOM.test(id) },
            { name: 'frame', test: FRAME },
            // One chunk each; otherwise a style sheet shared by two pages would become a chunk of its own.
            { name: 'answer', test: /features\/signup\/(answer|bring)/ },
            { name: 'parts', test: /ui\/(confirm-dialog|dialog|field|media|tabs)\./ },
            {
              name: 'roster',
              test: /features\/roster\/(roster-(page|tabs|table|filter|filters|csv|look)|chip|rank-name|rank-moves|member-panel|sync-card|roster\.module)/,
            },
            { name: 'week', test: /features\/week\/(?!no-guild|for-officers|words)/ },
          ],
        },
      },
    },
  },
});
