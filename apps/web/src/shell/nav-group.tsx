import { Link, useLocation } from '@tanstack/react-router';
import { Icon } from '../ui/icon.tsx';
import { type Destination, isWithin } from './navigation.ts';

export function NavGroup({ title, destinations }: { title: string; destinations: Destination[] }) {
  const { pathname } = useLocation();
  if (destinations.length === 0) return null;
  return (
    <div className="nav">
      <h2>{title}</h2>
      {destinations.map((one) => (
        <Link key={one.label} {...one.link} aria-current={isWithin(one, pathname)}>
          <Icon name={one.icon} />
          <span className="clip">{one.label}</span>
        </Link>
      ))}
    </div>
  );
}
