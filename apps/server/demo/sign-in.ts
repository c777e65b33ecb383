/** Signs in as a browser would, through the simulator's consent page. */
export async function signInToSimulator(baseUrl: string, account: string): Promise<string> {
  const start = await fetch(`${baseUrl}/api/v1/auth/signin/battlenet?callbackURL=/`, { redirect: 'manual' });
  const consentUrl = start.headers.get('location');
  if (!consentUrl) throw new Error(`Sign-in could not be started: ${await start.text()}`);
  const consent = await fetch(`${consentUrl}&account=${encodeURIComponent(account)}`, { redirect: 'manual' });
  const callbackUrl = consent.headers.get('location');
  if (!callbackUrl) throw new Error(`"${account}" is no demo account of the simulator`);
  const end = await fetch(callbackUrl, { redirect: 'manual', headers: { cookie: cookies(start) } });
  const session = /(?:^|; )session=([^;]+)/.exec(cookies(end))?.[1];
  if (!session) throw new Error(`Sign-in failed: ${end.headers.get('location') ?? end.status}`);
  return session;
}

const cookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
