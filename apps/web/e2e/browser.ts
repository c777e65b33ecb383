/** Starts the machine's own Chromium, or else the one from a package: one for all test files of a worker. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The first is Chromium without a window, which takes a quarter less processor time for the same tests. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

let started: Promise<Browser> | undefined;

/** It ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  if (!(await started?.catch(() => undefined))?.isConnected()) started = launchBrowser();
  return started ?? launchBrowser();
}

export async function launchBrowser(folders = process.env.PATH ?? '', unpack = fromPackage): Promise<Browser> {
  const installed = inPath(folders);
  const packed = installed ? undefined : await unpack().catch(noBrowser);
  const executablePath = installed ?? packed?.executablePath;
  if (!executablePath) return noBrowser();
  // Chromium refuses to build its sandbox for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...sandbox, ...(packed?.args ?? [])] });
}

function noBrowser(cause?: unknown): never {
  throw new Error(
    'The tests of the web client need a browser. Put `chromium-headless-shell` or `chromium` into the PATH (Debian: `apt-get install chromium-headless-shell fonts-noto-core`).',
    { cause },
  );
}

function inPath(folders: string): string | undefined {
  const every = folders.split(path.delimiter);
  return NAMES.flatMap((name) => every.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type Packed = { executablePath: string; args: string[] };

/** The package supports only Linux on x64, without a sandbox. */
async function fromPackage(): Promise<Packed | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath(), args: ['--no-sandbox', '--disable-gpu'] };
}
