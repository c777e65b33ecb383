import { pluralIn } from '../../../i18n/plural.ts';
import type { SignupWords } from './en.ts';

const plural = pluralIn('pt-BR');

export const words: SignupWords = {
  question: (title) => `Sua resposta para ${title}`,
  in: 'Vou',
  maybe: 'Talvez',
  maybeShort: 'Talvez',
  no: 'Não',
  place: (position) => `Lugar ${position}`,
  waiting: (position) => `Você espera na posição ${position}. Você sobe sozinho quando alguém sair.`,
  comesAs: 'com',
  whoComes: (title) => `Quem vem para ${title}?`,
  character: 'Personagem',
  role: 'Função',
  also: 'Também jogaria',
  alsoHint: 'Você recebe a primeira das suas funções com vaga livre, e espera por todas.',
  choice: (place) => `opção ${place}`,
  full: 'cheio, você espera',
  note: 'Nota',
  noteHint: 'Todos que veem o evento podem ler.',
  signUp: 'Inscrever-se',
  noCharacter: 'Você não tem personagem aqui',
  noCharacterHint: 'Busque seus personagens ou traga um para esta guilda.',
  noRole: (name) => `${name} não pode exercer nenhuma função deste evento.`,
  gaveUp: (title) => `Você abriu mão da sua vaga em ${title}.`,
  days: {
    away: 'Ausente',
    today: 'Hoje',
    nothing: 'Nada planejado',
    reset: (time) => `Reinício ${time}`,
    people: (count) => plural(count, { one: '# vai', other: '# vão' }),
  },
  states: {
    signed_up: 'Você vai',
    tentative: 'Você disse talvez',
    declined: 'Você disse não',
    waitlist: 'Você espera uma vaga',
    unanswered: 'Você não respondeu',
    closed: 'Inscrições encerradas',
    cancelled: 'Cancelado',
    draft: 'Ainda não publicado',
  },
  attendance: {
    present: 'Você estava lá',
    late: 'Você chegou atrasado',
    benched: 'Você ficou no banco',
    excused: 'Você estava dispensado',
    no_show: 'Você faltou',
  },
};
