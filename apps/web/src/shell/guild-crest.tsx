import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';

export function GuildCrest({ name, url }: { name: string; url: string | null }) {
  return url ? <Avatar name={name} url={url} /> : <Icon name="crest" className="crest" />;
}
