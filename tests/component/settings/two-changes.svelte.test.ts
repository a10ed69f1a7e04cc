import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import { openApp } from '../support/open-app.ts';

/** A store whose writes end when the test says so, and which reports what the test says. */
class SettingsByHand {
  stored: Settings = { ...defaultSettings, language: 'en' };
  report: (settings: Settings) => void = () => undefined;
  readonly writes: (() => void)[] = [];

  readonly get = async () => this.stored;
  readonly watch = () => ({
    subscribe: (next: (settings: Settings) => void) => {
      this.report = next;
      return () => undefined;
    },
  });
  readonly change = async (by: (settings: Settings) => Settings) => {
    await new Promise<void>((resolve) => void this.writes.push(resolve));
    return (this.stored = by(this.stored));
  };
}

test('R14.6 of two settings that are changed at once neither is undone by the report of the other', async () => {
  const settings = new SettingsByHand();
  const { stores } = (await openApp()).app.dependencies;
  const { app } = await openApp({ dependencies: { stores: { ...stores, settings } } });
  const end = $effect.root(() => {
    $effect(() => void app.settings);
  });
  const first = app.changeSettings({ theme: 'dark' });
  const second = app.changeSettings({ thoroughness: 'economy' });
  settings.writes[0]?.();
  await first;
  settings.report(settings.stored);
  expect([app.settings.theme, app.settings.thoroughness]).toEqual(['dark', 'economy']);
  settings.writes[1]?.();
  await second;
  expect([app.settings.theme, app.settings.thoroughness]).toEqual(['dark', 'economy']);
  expect(settings.stored.thoroughness).toBe('economy');
  end();
});
