export const words = {
  settings: 'Settings',
  administration: 'Administration',
  notifications: 'Notifications',
  again: {
    title: 'Sign in again',
    lead: 'Your sign-in is older than a day, and this step needs a fresh one. You come back right here.',
    with: (provider: string) => `With ${provider}`,
    byMail: 'By email link',
    sent: (address: string) => `A link is on its way to ${address}. Open it in this browser, and you come back here.`,
  },
};
export type AccountWords = typeof words;
