import { pluralIn } from '../../../i18n/plural.ts';
import type { NotificationsWords } from './en.ts';

const plural = pluralIn('pt-BR');

export const words: NotificationsWords = {
  title: 'Notificações',
  lead: 'O que aconteceu enquanto você não olhava.',
  bell: (count) =>
    count === 0 ? 'Notificações' : plural(count, { one: 'Notificações, # nova', other: 'Notificações, # novas' }),
  all: 'Todas',
  unread: 'Não lidas',
  show: 'O que mostrar',
  readAll: 'Marcar tudo como lido',
  more: 'Mostrar mais antigas',
  none: 'Nada ainda',
  noneHint: 'As vagas que você ganha, os eventos que mudam de hora, os cargos que recebe: tudo fica aqui.',
  noneUnread: 'Tudo lido',
  newOne: 'nova',
  open: 'Abrir',
  settings: 'Escolher o que chega aqui',
  happened: {
    waitlist_promoted: (title) => `Você tem uma vaga: ${title}`,
    event_moved: (title) => `${title} mudou de hora`,
    event_cancelled: (title) => `${title} foi cancelado`,
    role_granted: (title) => `Agora você é ${title}`,
    role_withdrawn: (title) => `Você não é mais ${title}`,
    claim_rejected: (title) => `Um oficial diz que ${title} não é seu`,
    transfer_waiting: () => 'Uma transferência espera sua decisão',
    picture_refused: () => 'Sua imagem foi recusada',
    integration_stopped: (title) => `“${title}” parou de funcionar`,
    discord_posts_stopped: (title) =>
      title
        ? `Os eventos não são mais publicados em #${title} no Discord`
        : 'O bot não está mais no servidor do Discord da sua guilda',
    discord_token_refused: () => 'O Discord recusa o bot desta instalação: o token dele não é válido',
    discord_roles_held: () => 'Muita gente perderia um cargo do Discord: confira',
    discord_role_stopped: (title: string) => `O cargo ${title} não é mais dado no Discord`,
  },
  purposes: { avatar: 'A foto do seu perfil', logo: 'O logo de uma guilda', event: 'A imagem de um evento' },
  moved: (from, to) => `De ${from} para ${to}`,
  and: (count) => plural(count, { one: 'e mais # da série', other: 'e mais # da série' }),
  kinds: {
    waitlist_promoted: 'Eu subo de uma lista de espera',
    event_moved: 'Um evento meu muda de hora',
    event_cancelled: 'Um evento meu é cancelado',
    role_granted: 'Recebo um cargo',
    role_withdrawn: 'Um cargo é tirado de mim',
    claim_rejected: 'Uma reivindicação minha é rejeitada',
    transfer_waiting: 'Uma transferência espera minha decisão',
    picture_refused: 'Uma imagem minha é recusada',
    integration_stopped: 'Uma integração da minha guilda para de funcionar',
    discord_posts_stopped: 'Os eventos da minha guilda não chegam mais ao Discord',
    discord_token_refused: 'O Discord recusa o bot (administradores)',
    discord_roles_held: 'Muita gente perderia um cargo do Discord',
    discord_role_stopped: 'Um cargo não é mais dado no Discord',
  },
  inbox: 'Na caixa de entrada',
  inboxHint: 'Por 90 dias, em todos os aparelhos.',
  device: 'Neste aparelho',
  deviceHint: 'Enquanto uma aba do Guildhall estiver aberta, as novidades aparecem também fora dela.',
  allow: 'Mostrar novidades neste aparelho',
  allowed: 'As novidades aparecem neste aparelho.',
  stop: 'Parar',
  blocked: 'Seu navegador bloqueia isso. Permita notificações deste site nas configurações dele.',
  unknown: 'Seu navegador não consegue mostrar novidades fora da página.',
};
