import { pluralIn } from '../../../i18n/plural.ts';
import type { NotificationsWords } from './en.ts';

const plural = pluralIn('fr');

export const words: NotificationsWords = {
  title: 'Notifications',
  lead: 'Ce qui s’est passé pendant que tu regardais ailleurs.',
  bell: (count) =>
    count === 0
      ? 'Notifications'
      : plural(count, { one: 'Notifications, # nouvelle', other: 'Notifications, # nouvelles' }),
  all: 'Toutes',
  unread: 'Non lues',
  show: 'Ce qui est montré',
  readAll: 'Tout marquer comme lu',
  more: 'Montrer les plus anciennes',
  none: 'Encore rien',
  noneHint: 'Les places que tu obtiens, les événements déplacés, les rôles reçus : tu les trouves ici.',
  noneUnread: 'Tout est lu',
  newOne: 'nouveau',
  open: 'Ouvrir',
  settings: 'Choisir ce qui arrive ici',
  happened: {
    waitlist_promoted: (title) => `Tu as une place : ${title}`,
    place_lost: (title) => `Tu as perdu ta place : ${title}`,
    moved: (title) => `Un officier t’a déplacé : ${title}`,
    event_new: (title) => `Nouvel événement : ${title}`,
    event_moved: (title) => `${title} est déplacé`,
    event_cancelled: (title) => `${title} est annulé`,
    role_granted: (title) => `Tu es maintenant ${title}`,
    role_withdrawn: (title) => `Tu n’es plus ${title}`,
    claim_rejected: (title) => `Un officier dit que ${title} n’est pas à toi`,
    transfer_waiting: () => 'Un transfert attend ta décision',
    roster_held: () => 'La liste des membres est en attente : des membres manquaient dans la réponse du jeu',
    picture_refused: () => 'Ton image a été refusée',
    integration_stopped: (title) => `« ${title} » ne fonctionne plus`,
    discord_posts_stopped: (title) =>
      title
        ? `Les événements ne sont plus publiés dans #${title} sur Discord`
        : 'Le bot n’est plus sur le serveur Discord de ta guilde',
    discord_token_refused: () => 'Discord refuse le bot de cette installation : son jeton n’est pas valable',
    discord_roles_held: () => 'Beaucoup perdraient un rôle Discord : à vérifier',
    discord_role_stopped: (title: string) => `Le rôle Discord ${title} n’est plus donné`,
  },
  now: {
    signed_up: 'tu as une place',
    waitlist: 'tu es sur la liste d’attente',
    tentative: 'ta réponse est maintenant « peut-être »',
    declined: 'tu as été retiré',
  },
  purposes: {
    avatar: 'L’image de ton profil',
    logo: 'Le logo d’une guilde',
    event: 'L’image d’un événement',
  },
  moved: (from, to) => `De ${from} à ${to}`,
  and: (count) => plural(count, { one: 'et # autre de la série', other: 'et # autres de la série' }),
  kinds: {
    waitlist_promoted: 'Je monte depuis une liste d’attente',
    place_lost: 'Je perds une place ou un officier me retire',
    moved: 'Un officier me déplace',
    event_new: 'De nouveaux événements de mes guildes',
    event_moved: 'Un de mes événements est déplacé',
    event_cancelled: 'Un de mes événements est annulé',
    role_granted: 'Je reçois un rôle',
    role_withdrawn: 'Un rôle m’est retiré',
    claim_rejected: 'Une de mes revendications est rejetée',
    transfer_waiting: 'Un transfert attend ma décision',
    roster_held: 'La liste des membres de ma guilde est en attente',
    picture_refused: 'Une de mes images est refusée',
    integration_stopped: 'Une intégration de ma guilde cesse de fonctionner',
    discord_posts_stopped: 'Les événements de ma guilde n’arrivent plus sur Discord',
    discord_token_refused: 'Discord refuse le bot (administrateurs)',
    discord_roles_held: 'Beaucoup perdraient un rôle Discord',
    discord_role_stopped: 'Un rôle Discord n’est plus donné',
  },
  inbox: 'Dans la boîte',
  inboxHint: 'Pendant 90 jours, sur chaque appareil.',
  device: 'Sur cet appareil',
  deviceHint: 'Tant qu’un onglet de Guildhall est ouvert, les nouvelles apparaissent aussi en dehors.',
  allow: 'Montrer les nouvelles sur cet appareil',
  allowed: 'Les nouvelles apparaissent sur cet appareil.',
  stop: 'Arrêter',
  blocked: 'Ton navigateur le bloque. Autorise les notifications de ce site dans ses réglages.',
  unknown: 'Ton navigateur ne peut pas montrer de nouvelles en dehors de la page.',
};
