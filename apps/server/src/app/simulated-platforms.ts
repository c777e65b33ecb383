import type { Simulator } from '@guildhall/simulator/server.ts';
import type { Config } from '../core/config.ts';

/** The configuration with all platforms that a simulator plays. The service and its tests share it, so that none is reached for real. */
export function simulatedPlatforms(config: Config, simulator: Simulator): Config {
  const app = { clientId: 'guildhall', clientSecret: 'simulated' };
  return {
    ...config,
    demoAccounts: simulator.demoAccounts,
    battlenet: {
      ...config.battlenet,
      app,
      apiUrl: simulator.battlenetApiUrl,
      oauthUrl: simulator.battlenetOauthUrl,
      mediaHosts: [simulator.origin],
    },
    discord: {
      app: { ...app, clientId: simulator.discord.applicationId },
      botToken: 'simulated',
      publicKeys: [simulator.discord.publicKey],
      apiUrl: simulator.discordApiUrl,
    },
    guildTools: {
      raidHelperUrl: simulator.raidHelperUrl,
      wowauditUrl: simulator.wowauditUrl,
      raidbotsUrl: simulator.raidbotsUrl,
      qeLiveUrl: simulator.qeLiveUrl,
    },
    warcraftLogs: { app, apiUrl: simulator.warcraftLogsUrl },
    // A configured key means the real service, even next to simulated platforms.
    moderation: config.moderation.apiKey
      ? config.moderation
      : { ...config.moderation, url: simulator.moderationUrl, apiKey: 'simulated' },
  };
}
