import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { words } from './words-plugin.ts';

/** Code that every page needs and that changes only with a new package version. */
const ALWAYS =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core)|@trpc\/[\w-]+)\//;

/** The parts of it that few pages need. */
const SELDOM = /\/(use(Suspense)?(Queries|InfiniteQuery)|queriesObserver|infiniteQueryObserver)\.js$/;

/** Nearly every page needs them, but the frame does not. */
const SHARED =
  /web\/src\/(api\/ability|i18n\/compare-names|ui\/(confirm-dialog|game|kept-forms|page-head|segmented-control|time))\./;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [words(), react()],
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
        // Every page names dozens of chunks, and what cannot be compressed is their hashes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'vendor', test: (id) => ALWAYS.test(id) && !SELDOM.test(id) },
            // The code around every page. As separate chunks its many small files would be a tenth larger.
            { name: 'frame', tags: ['$initial'] },
            { name: 'shared', test: SHARED },
            // The door has fields, and no dialog.
            { name: 'fields', test: /ui\/(failure-note|field|select)\.|contracts\/src\/(distinct-names|cut-text)\./ },
            // Several pages share these. A group takes along what it imports, so the roster would keep them for itself.
            { name: 'live', test: /src\/api\/live|packages\/client\/src\/realtime-/ },
            { name: 'links', test: /src\/(routes\/person-link|ui\/save-file)/ },
            { name: 'filters', test: /src\/ui\/(chip|csv|filters)\.|contracts\/src\/(csv|name-key)\./ },
            { name: 'away', test: /account\/away\/away-button/ },
            { name: 'role-slots', test: /src\/ui\/role-slots\./ },
            // One chunk each; otherwise a style sheet shared by two pages would become a chunk of its own.
            {
              name: 'answer',
              test: /events\/signups\/(use-answer|answer-control|answer\.module|choose-character|day-columns|days\.module|faces)/,
            },
            { name: 'infinite', test: /@tanstack\/.*\/(useSuspenseInfiniteQuery|infiniteQueryObserver)\.js$/ },
            { name: 'crest', test: /guilds\/home\/(crest|organizations\.module)/ },
            { name: 'virtual', test: /@tanstack\/(react-virtual|virtual-core)\// },
            { name: 'media', test: /ui\/(media|tabs)\./ },
            // The roster and a community have them above their pages.
            { name: 'rights-tabs', test: /membership\/roles\/rights-tabs/ },
            { name: 'roles-load', test: /membership\/roles\/(roles\.(queries|words)|load-roles)\./ },
            {
              name: 'parts',
              test: /ui\/(dialog|draft|error-focus|form|kept-note)\./,
            },
            { name: 'roster-load', test: /guilds\/roster\/(roster\.(queries|words)|load-roster|periods)\./ },
            {
              name: 'roster-parts',
              test: /guilds\/roster\/(roster-(tabs|look|csv)|rank-name|rank-moves|change-words|roster\.module)/,
            },
            {
              name: 'roster',
              test: /guilds\/roster\/(roster-(page|table|filter|filters|spacer)|member-panel|sync-card)/,
            },
            { name: 'week', test: /events\/week\/(?!no-guild|words|news|own-characters)/ },
          ],
        },
      },
    },
  },
});
