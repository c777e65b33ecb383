import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <main>
      <h1>Guildhall</h1>
      <a href="/api/v1/auth/signin/battlenet">Sign in with Battle.net</a>
    </main>,
  );
