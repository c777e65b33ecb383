import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import type { Destination } from './navigation.ts';

export function NavGroup({ title, destinations }: { title: string; destinations: Destination[] }) {
  if (destinations.length === 0) return null;
  return (
    <div className="nav">
      <h2>{title}</h2>
      {destinations.map(({ label, icon, link }) => (
        <Link key={label} {...link}>
          <Icon name={icon} />
          <span className="clip">{label}</span>
        </Link>
      ))}
    </div>
  );
}
