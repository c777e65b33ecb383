import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { DiscordPostsWords } from './en.ts';

const number = numbersIn('pt-BR');
const plural = pluralIn('pt-BR');

export const words: DiscordPostsWords = {
  title: 'Eventos no Discord',
  lead: 'Cada evento vira uma mensagem com botões nos canais que você escolher, e a mensagem acompanha o evento.',
  states: {
    not_configured: 'Esta instalação não tem bot do Discord. Quem a opera precisa configurar um.',
    no_server: 'Escolha o servidor de vocês no Discord para adicionar o bot. Você precisa gerenciá-lo lá.',
    not_confirmed:
      'Ninguém que gerencia o servidor de Discord de vocês responde mais por ele. Nada é publicado até alguém adicioná-lo de novo.',
    bot_removed: 'O bot não está mais no servidor do Discord. Nada é publicado até você adicioná-lo de novo.',
  },
  bindingStates: {
    ok: 'Funciona',
    channel_gone: 'Este canal foi apagado. Desconecte-o e escolha outro.',
  },
  lacks: (permissions: string) =>
    `Faltam permissões ao bot aqui: ${permissions}. Permita-as nas configurações do canal no Discord e verifique de novo.`,
  permissions: {
    viewChannel: 'Ver canal',
    sendMessages: 'Enviar mensagens',
    embedLinks: 'Inserir links',
    readMessageHistory: 'Ver histórico de mensagens',
  },
  posts: {
    shown: (count: number) => `${number(count)} visíveis`,
    waiting: (count: number) => `${number(count)} esperando`,
    removed: (count: number) => `${number(count)} removidas à mão`,
    failed: (count: number) => `${number(count)} recusadas pelo Discord`,
  },
  details: { names: 'Com nomes', counts: 'Só números' },
  types: { raid: 'Raides', dungeon: 'Masmorras', social: 'Social', pvp: 'JxJ', other: 'Outros' },
  daysAhead: (days: number) => plural(days, { one: '# dia antes', other: '# dias antes' }),
  install: 'Adicionar ao Discord',
  connected: 'O servidor está conectado.',
  installAgain: 'Adicionar o bot de novo',
  mayCreateEvents: 'Permitir que o bot crie eventos',
  installErrors: {
    state_mismatch: 'Você voltou em outro navegador ou tarde demais. Comece de novo.',
    access_denied: 'Nenhum servidor foi escolhido no Discord. Comece de novo.',
    provider_unavailable: 'O Discord não responde no momento. Tente mais tarde.',
    other_chat_account: 'Você escolheu com outra conta do Discord, não a vinculada ao seu perfil.',
    bot_not_added: 'O bot não está no servidor. Comece de novo e deixe-o lá.',
    not_chat_server_manager: 'Você não gerencia este servidor no Discord. Peça a quem gerencia.',
    not_allowed: 'Você não pode mais alterar esta guilda.',
  },
  check: 'Verificar de novo',
  checked: 'O Discord acabou de ser consultado.',
  none: 'Nenhum canal ainda',
  noneHint: 'Escolha onde os eventos aparecem.',
  add: 'Adicionar um canal',
  repost: 'Publicar de novo as removidas',
  reposted: (count: number) => `Publicados de novo: ${number(count)}`,
  test: 'Enviar um teste',
  tested: 'O teste está no canal.',
  change: 'Alterar',
  save: 'Salvar',
  saved: 'Salvo.',
  disconnect: 'Desconectar',
  disconnectConsequence: 'As mensagens de eventos futuros são apagadas. As de eventos passados ficam.',
  disconnected: 'Desconectado.',
  channel: 'Canal',
  choose: 'Escolha um canal',
  bound: 'já conectado',
  lacking: 'o bot não pode publicar ali',
  what: 'O que é publicado',
  leadDays: 'Dias de antecedência',
  leadDaysHint: 'Eventos mais distantes esperam o seu dia.',
  evenIfPublic: 'Mostrar nomes embora todo o servidor veja este canal',
  mirrors: 'Mostrar os próximos eventos também como eventos do servidor',
  mirrorsHint: 'Todo o servidor os vê acima dos canais: os próximos 25 de quatro semanas.',
  mirrored: 'também como eventos do servidor',
  mirrorProblems: {
    lacks_permission:
      'Faltam eventos do servidor: o bot não pode criar eventos. Permita isso ao cargo dele no Discord e verifique de novo.',
    too_many: 'Faltam eventos do servidor: o servidor já tem 100, que é o máximo. O bot tenta de novo um dia depois.',
  },
  mentions: 'Mencionar quem vai',
  mentionsHint: 'Em uma resposta à mensagem, menos quem silencia os lembretes.',
  mentionHours: { never: 'Nunca', 24: 'Um dia antes', 1: 'Uma hora antes' },
  mentioned: { 24: 'menções um dia antes', 1: 'menções uma hora antes' },
  disconnectQuestion: (channel: string) => `Desconectar #${channel}?`,
};
