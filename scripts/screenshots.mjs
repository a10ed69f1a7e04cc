// Takes the pictures in docs/ from the real built page, by the scripted demo: `npm run screenshots`.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';

const port = 4377;
const address = `http://127.0.0.1:${port}/`;
const out = new URL('../docs/', import.meta.url).pathname;
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const words = {
  en: { locale: 'en-US', demo: 'Try the demo', plan: 'Plan', todo: 'To-do', schedule: 'Schedule', history: 'History' },
  zh: { locale: 'zh-CN', demo: '看看演示', plan: '计划', todo: '待办', schedule: '日程', history: '历史' },
};

const server = spawn('npx', ['vite', 'preview', '--port', String(port), '--strictPort', '--host', '127.0.0.1'], {
  stdio: 'ignore',
  detached: true,
});
await mkdir(out, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await reachable();
  for (const [size, viewport] of Object.entries(sizes)) {
    await series({ size, viewport, language: 'en', text: words.en, colorScheme: 'light' });
    await series({ size, viewport, language: 'zh', text: words.zh, colorScheme: 'dark' });
  }
} finally {
  await browser.close();
  process.kill(-server.pid);
}

async function series({ size, viewport, language, text, colorScheme }) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: text.locale,
    hasTouch: size === 'phone',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  const page = await context.newPage();
  const shot = (name) => page.screenshot({ path: `${out}${name}-${size}-${colorScheme}-${language}.png` });
  const tab = (name) => page.getByRole('tab', { name, exact: true }).click();
  await page.goto(address);
  await page.getByRole('button', { name: text.demo }).waitFor();
  await shot('welcome');
  await page.getByRole('button', { name: text.demo }).click();
  if (size === 'phone') await tab(text.plan);
  await page.locator('[data-step-status="completed"]').nth(1).waitFor();
  await shot('running');
  await page.locator('[data-plan-status="completed"]').waitFor({ timeout: 60_000 });
  await shot('plan');
  for (const name of ['todo', 'schedule', 'history']) {
    await tab(text[name]);
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    await shot(name);
  }
  await context.close();
}

async function reachable() {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      if ((await fetch(address)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('The page is not served.');
}
