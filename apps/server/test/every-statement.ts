/** Imports every file that declares statements, for tests that go through all of them. */
import './app.ts';
import '../src/app/app.ts';
import '../src/app/jobs.ts';
import '../src/app/maintenance/lost-key.ts';
import '../src/app/maintenance/migrate-database.ts';
import '../src/identity/sessions/rotate-keys.ts';
import '../src/reference/sync/start-syncs.ts';
import '../src/webhooks/reseal-webhooks.ts';
