import { UserView } from '@guildhall/contracts/user.ts';
import { loadPerson, lockPerson } from '../../identity/people/lock-person.ts';
import { getUser } from '../../identity/people/user.queries.ts';
import type { PictureSubject, Seen } from './change-picture.ts';
import { pictureUpload } from './picture-upload.ts';

/** A person's picture, which is theirs alone to change. */
export const avatar: PictureSubject<Seen, UserView> = {
  purpose: 'avatar',
  shape: { sizes: [512, 128], fit: 'cover' },
  authorize: async (_sql, { userId }) => ({ id: userId }),
  lock: lockPerson,
  async show(tx, id, path) {
    const person = await loadPerson(tx, id);
    person.avatarUrl = path;
  },
  view: ({ pictureUrl }, sql, { id }) => getUser({ sql, pictureUrl }, id),
};

export const avatarUpload = pictureUpload(avatar, {
  path: '/auth/me/avatar',
  operation: {
    operationId: 'users-setAvatar',
    tags: ['Profile'],
    summary: 'Upload an avatar',
    description:
      'JPEG, PNG, WebP or GIF (first frame). It is cropped to a square and served as WebP in 512 and 128 pixels, without its metadata. Where administrators review pictures, only the caller sees it until it is approved.',
  },
  status: 200,
  answered: 'The profile with the new avatarUrl',
  schema: UserView,
  answer: ({ view }) => view,
});
