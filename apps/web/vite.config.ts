import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs, and what changes with a new version of a package only. */
const ALWAYS =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core)|@trpc\/[\w-]+)\//;

/** The frame of every page. Apart, its many small files would weigh a tenth more; menus and what opens on demand stay so. */
const FRAME =
  /apps\/web\/src\/(api\/(?!ability)|i18n\/[\w-]+\.ts|shell\/(?!account|find-dialog|shortcuts-dialog)|ui\/(?!menu|combobox|tabs|confirm)|features\/\w+\/([\w-]+\.(routes|words|queries)|roster-search|days)\.ts)/;

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
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: ALWAYS },
            { name: 'frame', test: FRAME },
          ],
        },
      },
    },
  },
});
