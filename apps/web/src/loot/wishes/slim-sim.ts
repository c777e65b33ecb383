/** A whole report has megabytes, of which the service reads a part. Another text stays as it is. */
export function slimSim(typed: string): string {
  const text = typed.trim();
  if (!text.startsWith('{')) return text;
  try {
    return JSON.stringify(read(JSON.parse(text))) ?? text;
  } catch {
    // The service says what is wrong with it.
    return text.slice(0, MOST);
  }
}

const MOST = 200_000;

type Droptimizer = {
  timestamp?: unknown;
  sim?: {
    options?: { fight_style?: unknown };
    players?: { collected_data?: { dps?: { mean?: unknown } } }[];
    profilesets?: { results?: { name?: unknown; mean?: unknown; mean_error?: unknown }[] };
  };
  simbot?: {
    simType?: unknown;
    player?: unknown;
    charClass?: unknown;
    spec?: unknown;
    input?: unknown;
    meta?: {
      rawFormData?: {
        character?: { realm?: unknown; region?: unknown };
        droptimizer?: { specId?: unknown; equipped?: Record<string, { id?: unknown } | null> };
      };
    };
  };
};

function read(report: Droptimizer): object {
  const { timestamp, sim, simbot } = report;
  if (!sim || !simbot) return report;
  const { simType, player, charClass, spec, input, meta } = simbot;
  const { character, droptimizer } = meta?.rawFormData ?? {};
  const equipped = Object.entries(droptimizer?.equipped ?? {}).map(([slot, item]) => [slot, item && { id: item.id }]);
  return {
    timestamp,
    sim: {
      options: { fight_style: sim.options?.fight_style },
      players: sim.players?.slice(0, 1).map(({ collected_data }) => ({
        collected_data: { dps: { mean: collected_data?.dps?.mean } },
      })),
      profilesets: {
        results: sim.profilesets?.results?.map(({ name, mean, mean_error }) => ({ name, mean, mean_error })),
      },
    },
    simbot: {
      ...{ simType, player, charClass, spec },
      // The lines that say where the character lives.
      input: String(input ?? '')
        .split('\n')
        .filter((line) => /^(region|server)=/.test(line))
        .join('\n'),
      meta: {
        rawFormData: {
          character: character && { realm: character.realm, region: character.region },
          droptimizer: {
            specId: droptimizer?.specId,
            ...(droptimizer?.equipped ? { equipped: Object.fromEntries(equipped) } : {}),
          },
        },
      },
    },
  };
}
