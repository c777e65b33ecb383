import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { InvitesWords } from './en.ts';

const number = numbersIn('es');
const plural = pluralIn('es');

export const words: InvitesWords = {
  accept: {
    title: 'Tienes una invitación',
    invitedBy: (name) => `${name} te invita a`,
    invited: 'Tienes una invitación a',
    types: { guild: 'Hermandad', community: 'Comunidad', team: 'Equipo' },
    withRole: (role) => `Entras como ${role}`,
    until: (time) => `hasta ${time}`,
    join: 'Unirse',
    signIn: 'Entrar para unirse',
    as: (name) => `Has entrado como ${name}.`,
  },
  list: {
    title: 'Invitaciones',
    lead: 'enlaces para que entre gente',
    make: 'Nueva invitación',
    none: 'No hay invitaciones abiertas',
    noneHint: 'Crea un enlace y envíalo a quienes deban unirse.',
    synced: 'Una hermandad del juego no tiene invitaciones',
    syncedHint: 'Quien tiene un personaje en ella es miembro aquí por eso.',
    used: (uses) => plural(uses, { one: 'Usada # vez', other: 'Usada # veces' }),
    usedOf: (uses, most) => `Usada ${number(uses)} de ${number(most)}`,
    by: (name) => `por ${name}`,
    until: (time) => `hasta ${time}`,
    revoke: 'Revocar',
    revokeQuestion: '¿Revocar esta invitación?',
    revokeConsequence: (uses) =>
      plural(uses, {
        one: 'El enlace deja de valer al momento. La # persona que entró con él se queda.',
        other: 'El enlace deja de valer al momento. Las # personas que entraron con él se quedan.',
      }),
  },
  make: {
    title: 'Nueva invitación',
    valid: 'Vale',
    durations: { 24: 'un día', 168: 'una semana', 720: 'treinta días' },
    uses: 'Para cuántas personas',
    usesHint: 'Vacío: sin límite.',
    role: 'Con el rol',
    roleHint: 'Solo funcionan los roles que tú puedes dar.',
    noRole: 'Ningún rol',
    verb: 'Crear el enlace',
    made: 'El enlace está listo',
    once: 'Se muestra solo esta vez. Quien lo tenga puede unirse.',
    address: 'Dirección',
    copy: 'Copiar',
    copied: 'Copiado.',
    done: 'Listo',
  },
};
