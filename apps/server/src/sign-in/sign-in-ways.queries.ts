import type { SignInWays } from '@guildhall/contracts/auth.ts';
import type { AppContext } from '../core/services/context.ts';

export function signInWays({ config, oauth }: AppContext): SignInWays {
  return {
    providers: (['battlenet', 'discord'] as const).filter((provider) => oauth[provider]),
    mail: !config.production || config.smtpUrl !== undefined,
    locales: config.locales,
    demoAccounts: config.demoAccounts,
  };
}
