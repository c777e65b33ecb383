export const words = {
  settings: 'Settings',
  administration: 'Administration',
  notifications: 'Notifications',
  again: {
    title: 'Sign in once more',
    lead: 'Your sign-in is older than a day. This step asks for a fresh one; you come back to exactly this place.',
    with: (provider: string) => `With ${provider}`,
    byMail: 'By a mailed link',
    sent: (address: string) => `A link is on its way to ${address}. Open it in this browser, and you come back here.`,
  },
};
export type AccountWords = typeof words;
