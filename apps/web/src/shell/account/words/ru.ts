import type { AccountWords } from './en.ts';

export const words: AccountWords = {
  settings: 'Настройки',
  administration: 'Администрирование',
  notifications: 'Уведомления',
  again: {
    title: 'Войдите ещё раз',
    lead: 'Вы вошли больше суток назад, а этот шаг требует свежего входа. После него вы вернётесь прямо сюда.',
    with: (provider) => `Через ${provider}`,
    byMail: 'По ссылке из письма',
    sent: (address) => `Ссылка уже в пути на ${address}. Откройте её в этом браузере — и вернётесь сюда.`,
  },
};
