import { useState } from 'react';

/** A person's picture, or their initials. The name itself is shown beside it. */
export function Avatar({ name, url, large = false }: { name: string; url: string | null; large?: boolean }) {
  const [broken, setBroken] = useState(false);
  const letters = name
    .split(/\s+/)
    .map((part) => [...part][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span className={large ? 'avatar l' : 'avatar'} aria-hidden="true">
      {url && !broken ? <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} /> : letters}
    </span>
  );
}
