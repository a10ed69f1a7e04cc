import { spawn } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

/**
 * Runs a program of this machine or of node_modules and waits for its end. `quiet` collects its output instead of
 * showing it. Never throws: a program that cannot be started ends with code 127.
 */
export function runCommand(command, args, { quiet = false, env = {} } = {}) {
  const started = performance.now();
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, PATH: path, ...env },
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (piece) => (output += piece));
    child.stderr?.on('data', (piece) => (output += piece));
    const end = (code) => done({ code, output, seconds: (performance.now() - started) / 1000 });
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}
