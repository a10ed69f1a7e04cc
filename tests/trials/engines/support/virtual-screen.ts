import { spawn } from 'node:child_process';

/** A screen without glass (Xvfb) for browsers that want one; resolves with its name. It ends with this process. */
let screen: Promise<string> | null = null;
export function virtualScreen(): Promise<string> {
  return (screen ??= start());
}

function start(): Promise<string> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (said.includes('\n')) resolve(`:${said.trim()}`);
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error('Xvfb did not start.')));
  });
}
