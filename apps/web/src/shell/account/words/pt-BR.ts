import type { AccountWords } from './en.ts';

export const words: AccountWords = {
  settings: 'Configurações',
  administration: 'Administração',
  notifications: 'Notificações',
  again: {
    title: 'Entre de novo',
    lead: 'Você entrou há mais de um dia, e este passo pede um acesso recente. Depois você volta exatamente para cá.',
    with: (provider) => `Com ${provider}`,
    byMail: 'Com um link por e-mail',
    sent: (address) => `Um link está a caminho de ${address}. Abra neste navegador e você volta para cá.`,
  },
};
