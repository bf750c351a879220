/* The test tools are a package of their own, so that building the game does not fetch them. Fetches them once. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
// The npm that started this, wherever it lies; started by hand, the one on the path.
const started = process.env.npm_execpath;
const npm = started ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm';
const first = started ? [started] : [];
for (const folder of [new URL('..', import.meta.url), new URL('.', import.meta.url)].map((u) => fileURLToPath(u))) {
  if (existsSync(`${folder}/node_modules/${folder === here ? 'vitest' : 'svelte'}`)) continue;
  const { status } = spawnSync(npm, [...first, 'ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit', shell: !started && process.platform === 'win32' });
  if (status) process.exit(status);
}
