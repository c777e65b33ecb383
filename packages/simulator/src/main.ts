import { parseArgs } from 'node:util';
import { startSimulator } from './server.ts';

const usage =
  'node packages/simulator/src/main.ts [--port 4010] [--seed 1] [--latency ms] [--recorded folder] [--journal full]';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
    recorded: { type: 'string' },
    journal: { type: 'string', default: 'small' },
    help: { type: 'boolean', default: false },
  },
});

function wholeNumber(name: string, text: string, maximum: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= maximum) return value;
  console.error(`--${name} has to be a whole number up to ${maximum}.\n${usage}`);
  process.exit(2);
}

if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const { journal } = values;
if (journal !== 'small' && journal !== 'full') {
  console.error(`--journal is small or full.\n${usage}`);
  process.exit(2);
}

const simulator = await startSimulator({
  journal,
  port: wholeNumber('port', values.port, 65_535),
  seed: wholeNumber('seed', values.seed, 0xffffffff),
  latencyMs: wholeNumber('latency', values.latency, 600_000),
  ...(values.recorded === undefined ? {} : { recordedDir: values.recorded }),
});

process.stdout.write(`The platforms on your desk: ${simulator.origin}
  BATTLENET_OAUTH_URL=${simulator.battlenetOauthUrl}
  BATTLENET_API_URL=${simulator.battlenetApiUrl}
  DISCORD_API_URL=${simulator.discordApiUrl}
  MODERATION_URL=${simulator.moderationUrl}
  RAID_HELPER_URL=${simulator.raidHelperUrl}
  WOWAUDIT_URL=${simulator.wowauditUrl}
  WARCRAFTLOGS_URL=${simulator.warcraftLogsUrl}
Any client id and secret will do. End with Ctrl+C.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void simulator.close();
  });
}
