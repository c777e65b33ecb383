import type { AccountWords } from './en.ts';

export const words: AccountWords = {
  settings: 'Ajustes',
  administration: 'Administración',
  notifications: 'Avisos',
  again: {
    title: 'Vuelve a entrar',
    lead: 'Entraste hace más de un día y este paso pide una sesión reciente. Después vuelves exactamente aquí.',
    with: (provider) => `Con ${provider}`,
    byMail: 'Con un enlace por correo',
    sent: (address) => `Hay un enlace en camino a ${address}. Ábrelo en este navegador y volverás aquí.`,
  },
};
