import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { InvitesWords } from './en.ts';

const number = numbersIn('pt-BR');
const plural = pluralIn('pt-BR');

export const words: InvitesWords = {
  accept: {
    title: 'Você recebeu um convite',
    invitedBy: (name) => `${name} convida você para`,
    invited: 'Você foi convidado para',
    types: { guild: 'Guilda', community: 'Comunidade', team: 'Equipe' },
    withRole: (role) => `Você entra como ${role}`,
    until: (time) => `até ${time}`,
    join: 'Participar',
    signIn: 'Entrar para participar',
    as: (name) => `Você entrou como ${name}.`,
  },
  list: {
    title: 'Convites',
    lead: 'links por onde as pessoas entram',
    make: 'Novo convite',
    none: 'Nenhum convite aberto',
    noneHint: 'Crie um link e envie a quem deve participar.',
    synced: 'Uma guilda do jogo não tem convites',
    syncedHint: 'Quem tem um personagem nela já é membro aqui.',
    used: (uses) => plural(uses, { one: 'Usado # vez', other: 'Usado # vezes' }),
    usedOf: (uses, most) => `Usado ${number(uses)} de ${number(most)}`,
    by: (name) => `por ${name}`,
    until: (time) => `até ${time}`,
    revoke: 'Revogar',
    revokeQuestion: 'Revogar este convite?',
    revokeConsequence: (uses) =>
      plural(uses, {
        one: 'O link deixa de valer na hora. A # pessoa que veio por ele fica.',
        other: 'O link deixa de valer na hora. As # pessoas que vieram por ele ficam.',
      }),
  },
  make: {
    title: 'Novo convite',
    valid: 'Vale por',
    durations: { 24: 'um dia', 168: 'uma semana', 720: 'trinta dias' },
    uses: 'Para quantas pessoas',
    usesHint: 'Vazio: sem limite.',
    role: 'Com o cargo',
    roleHint: 'Só funcionam os cargos que você pode dar.',
    noRole: 'Nenhum cargo',
    verb: 'Criar o link',
    made: 'O link está pronto',
    once: 'Ele aparece só desta vez. Quem o tiver pode participar.',
    address: 'Endereço',
    copy: 'Copiar',
    copied: 'Copiado.',
    done: 'Pronto',
  },
};
