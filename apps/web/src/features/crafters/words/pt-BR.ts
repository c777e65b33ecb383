import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { CraftersWords } from './en.ts';

const number = numbersIn('pt-BR');
const plural = pluralIn('pt-BR');

export const words: CraftersWords = {
  title: 'Quem fabrica',
  lead: 'Digite o que precisa, em qualquer idioma do jogo. Quem mais joga vem primeiro, com todos os alts.',
  search: 'Do que você precisa?',
  searchHint: 'Poção, anel, armadura …',
  professions: 'Profissões',
  tooShort: 'Três letras bastam para começar.',
  truncated: 'Muitas receitas servem; aparecem as mais novas ou parecidas. Digite mais para refinar.',
  results: 'Artesãos',
  found: (count) => plural(count, { one: '# artesão', other: '# artesãos' }),
  people: (count) => plural(count, { one: '# consegue', other: '# conseguem' }),
  coverage: (known, all) => `conhecido de ${number(known)} de ${number(all)} personagens`,
  nobody: 'Ninguém aqui fabrica isso',
  nobodyHint: 'Tente outra palavra, ou parte dela. Quem não compartilha nada não aparece.',
  none: 'Nenhuma profissão conhecida ainda',
  noneHint: 'Elas vêm com os personagens dos membros que as compartilham.',
  more: 'Mostrar mais',
  knows: (count) => plural(count, { one: '# receita', other: '# receitas' }),
  stale: 'de antes: o jogo não respondeu',
  neverPlayed: 'ainda não visto',
  copyWhisper: (name) => `Copiar um sussurro para ${name}`,
  whisperFor: (recipe) => `Oi! Você poderia fabricar “${recipe}” para mim?`,
  whisper: (profession) => `Oi! Preciso de algo de ${profession}. Você tem um minuto?`,
  copied: 'Copiado. Cole no jogo.',
  sharing: {
    label: 'Minhas guildas podem ver o que meus personagens fabricam',
    hint: 'Inclui equipamento, raides e reputações. Sem isso ninguém encontra você aqui.',
    on: 'Suas guildas agora veem.',
    off: 'Suas guildas não veem mais.',
  },
  csv: {
    hint: 'Baixar o que é mostrado em CSV',
    recipe: 'Receita',
    character: 'Personagem',
    person: 'Pessoa',
    profession: 'Profissão',
    skill: 'Perícia',
    played: 'Último acesso',
  },
};
