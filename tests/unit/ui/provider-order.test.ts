import { expect, test } from 'vitest';
import { providers } from '../../../src/model/providers.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { ConnectionForm } from '../../../src/ui/settings/connection-form.svelte.ts';
import { providerName } from '../../../src/ui/settings/provider-name.ts';

const dependencies = {
  secrets: { lockState: { current: 'none', subscribe: () => () => undefined } },
  providers,
  clock: { newId: () => 'connection_1' },
} as unknown as AppDependencies;
const words = new Translator();
await words.loadAll();

test('R11.1 a Chinese page offers the providers of mainland China first, by their Chinese names; an English one as before', async () => {
  await words.setLanguage('zh');
  const form = new ConnectionForm(dependencies, words);
  const names = form.choices.map((choice) => providerName(choice, 'zh'));
  expect(names.slice(0, 5)).toEqual(['DeepSeek', '通义千问（阿里云百炼）', '月之暗面 Kimi', '智谱 GLM', 'OpenAI']);
  expect([form.provider, form.baseUrl]).toEqual(['deepseek', 'https://api.deepseek.com/v1']);
  await words.setLanguage('en');
  expect(form.choices).toEqual(providers);
  form.preselect();
  expect(form.provider).toBe('openai');
  form.provider = 'groq';
  await words.setLanguage('zh');
  form.preselect();
  expect(form.provider).toBe('groq');
});
