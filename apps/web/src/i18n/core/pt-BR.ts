import { reasons } from '../errors/pt-BR.ts';
import { pluralIn } from '../plural.ts';
import type { CoreWords } from './en.ts';

const plural = pluralIn('pt-BR');

export const words: CoreWords = {
  ui: {
    close: 'Fechar',
    cancel: 'Cancelar',
    undo: 'Desfazer',
    tryAgain: 'Tentar de novo',
    loading: 'Carregando',
    nothingFound: 'Nada encontrado',
    requestId: 'Pedido',
    typeToConfirm: (name) => `Digite “${name}” para confirmar`,
  },
  roles: { tank: 'tanque', healer: 'cura', melee: 'corpo a corpo', ranged: 'longo alcance', flex: 'flexível' },
  time: {
    asOf: (ago) => `dados: ${ago}`,
    next: (soon) => `próximos: ${soon}`,
    neverFetched: 'ainda sem dados',
    guildTime: (time, zone) => `${time} no horário da guilda, ${zone}`,
  },
  failure: {
    titles: {
      refused: 'Não deu certo',
      forbidden: 'Você não pode ver isto',
      missing: 'Não há nada aqui',
      conflict: 'Algo impede isto',
      limited: 'Um pouco mais devagar',
      fault: 'Algo quebrou do nosso lado',
      offline: 'Sem conexão',
    },
    advice: {
      waitSeconds: (seconds) =>
        plural(seconds, { one: 'Tente de novo em # segundo.', other: 'Tente de novo em # segundos.' }),
      offline: 'Confira sua rede. Tudo volta sozinho.',
      fault: 'Tente de novo. Se continuar assim, informe o número abaixo.',
    },
  },
  reasons,
  shell: {
    skip: 'Ir para o conteúdo',
    main: 'Principal',
    mine: 'Para mim',
    week: 'Minha semana',
    weekTab: 'Semana',
    events: 'Eventos',
    roster: 'Membros',
    characters: 'Personagens',
    guildHome: 'Salão da guilda',
    more: 'Mais',
    switchGuild: 'Trocar de guilda',
    noGuild: 'Ainda sem guilda',
    find: 'Buscar qualquer coisa',
    findHint: 'Páginas, guildas, personagens',
    pages: 'Páginas',
    guilds: 'Guildas',
    actions: 'Ações',
    results: (count) => plural(count, { one: '# resultado', other: '# resultados' }),
    shortcuts: 'Atalhos do teclado',
    shortcutSearch: 'Buscar nesta página',
    account: 'Sua conta',
    theme: 'Tema',
    themes: { dark: 'Escuro', light: 'Claro', system: 'Sistema' },
    language: 'Idioma',
    signIn: 'Entrar',
    signOut: 'Sair',
    signedOut: 'Sua sessão terminou. Entre para continuar.',
    offline: 'Você está offline. O que você vê é de antes.',
    reconnecting: 'Reconectando…',
    newVersion: 'Há uma nova versão.',
    reload: 'Recarregar',
    lost: 'Esta página não existe',
    lostHint: 'O endereço pode ser antigo ou ter um erro.',
    toWeek: 'Para minha semana',
  },
};
