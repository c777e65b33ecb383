import type { DiscordWords } from './en.ts';

export const words: DiscordWords = {
  roles: { tank: 'Tanque', healer: 'Cura', melee: 'Corpo a corpo', ranged: 'Longo alcance', flex: 'Flexível' },
  buttons: {
    comes: 'Eu vou',
    tentative: 'Talvez',
    declined: 'Não posso',
    late: 'Atraso / nota',
    mine: 'Minha resposta',
    page: 'Abrir a página',
    link: 'Conectar o Discord ao Guildhall',
    character: 'Outro personagem',
    back: 'Voltar',
    forward: 'Mais',
  },
  answers: {
    signedUp: (title, when) => `Você está dentro: **${title}**, ${when}.`,
    waitlist: (title, when, place) => `Você está na lista de espera, posição ${place}: **${title}**, ${when}.`,
    tentative: (title, when) => `Você disse talvez: **${title}**, ${when}.`,
    declined: (title, when) => `Você disse não: **${title}**, ${when}.`,
    none: (title, when) => `Você ainda não respondeu: **${title}**, ${when}.`,
    lateBy: (minutes) => `${minutes} min de atraso`,
    away: 'Você está marcado como ausente nesse dia, então não sobe da lista de espera nem recebe lembretes.',
  },
  character: {
    choose: (role) => (role ? `Com qual personagem você vem (${role})?` : 'Com qual personagem você vem?'),
    placeholder: 'Escolha um personagem',
    more: 'Estes são os seus 25 mais bem equipados. A página mostra todos.',
  },
  late: {
    title: 'Atraso ou nota',
    minutes: 'Quanto você vai atrasar?',
    onTime: 'Na hora',
    byMinutes: (minutes) => `Cerca de ${minutes} minutos`,
    note: 'Nota para quem lidera a raide',
  },
  refusals: {
    outOfDate: 'Este botão está desatualizado. Use os de uma mensagem mais nova ou a página.',
    notLinked: 'O Guildhall ainda não sabe quem você é aqui. Conecte o Discord uma vez e sua resposta vale na hora.',
    noServer:
      'Este servidor não está conectado a nenhuma guilda do Guildhall. Um oficial o conecta nas configurações da guilda.',
    whichGuild: 'Várias guildas usam este servidor. Diga qual com a opção “guild”.',
    notMember: 'Só membros da guilda podem fazer isso. Se você é um, sincronize seus personagens na página.',
    noCharacter: (role) =>
      role
        ? `Nenhum dos seus personagens nesta guilda pode vir assim (${role}). Escolha outra função ou sincronize seus personagens na página.`
        : 'Você ainda não tem personagem nesta guilda. Sincronize seus personagens na página.',
    answerFirst: 'Responda primeiro: aperte uma função ou “Talvez”. Depois você pode avisar que vai atrasar.',
    waitSeconds: (seconds) => `Foi muita coisa de uma vez. Tente de novo em ${seconds} segundos.`,
    fault: (requestId) =>
      `Algo deu errado do nosso lado. Aperte de novo; se continuar, passe este número a um oficial: ${requestId}`,
    busy: 'O Guildhall está ocupado e não conseguiu fazer isso. Aperte de novo daqui a pouco.',
  },
  lists: {
    status: {
      signed_up: 'você vai',
      tentative: 'você disse talvez',
      waitlist: 'você está na espera',
      declined: 'você disse não',
    },
    noEvents: 'Nada planejado no momento.',
    noEvent: (text) => `Nenhum evento próximo tem “${text}” no título.`,
    whichEvent: 'Qual deles?',
    nobody: 'Ninguém corresponde. Tente uma parte menor do nome.',
    members: (count) => `${count} membros`,
    crafters: (text) => `**${text}** pode ser feito por:`,
    noCrafter: (text) =>
      `Não se conhece ninguém na guilda que faça “${text}”. Tente outra parte do nome, três letras ou mais.`,
    noAttendance: 'Nenhum evento conta ainda para este membro.',
    attendance: (name, { percent, events, there, late, missed }) =>
      `**${name}**: ${percent} % de ${events} eventos. Presente ${there} vezes, ${late} delas com atraso; faltou ${missed}.`,
    wrongDays: 'Escreva os dias como 2026-12-24; o último não pode vir antes do primeiro, e no máximo 366 dias.',
    away: (from, to, declined) =>
      `Você está marcado como ausente de ${from} a ${to}.${declined > 0 ? ` Suas respostas a ${declined} eventos agora são recusas.` : ''}`,
  },
  commands: {
    events: 'Os próximos eventos da guilda',
    event: 'Um evento, com sua resposta e botões para mudá-la',
    signup: 'Inscrever-se em um evento',
    roster: 'Membros da guilda no jogo',
    whocan: 'Encontrar quem pode fazer algo',
    absence: 'Avisar que você estará fora por alguns dias',
    attendance: 'Quantas vezes você participou; oficiais veem outros',
  },
  options: {
    name: 'Parte do título; sem isso, o próximo evento',
    role: 'A função que você joga',
    character: 'O personagem com que você vem',
    search: 'Parte de um nome',
    rank: 'Posto; 0 é o mestre da guilda',
    recipe: 'Parte da receita ou do que ela faz',
    from: 'Primeiro dia, como 2026-12-24',
    to: 'Último dia; sem isso, o mesmo',
    note: 'Motivo, para os oficiais',
    member: 'Um membro; só oficiais',
    guild: 'A guilda, se várias usam este servidor',
  },
  works: 'Funciona: este servidor alcança o Guildhall.',
  muted: (address) => `Desativado. Você pode ativar de novo aqui: <${address}>`,
};
