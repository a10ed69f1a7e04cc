import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** A browser that recognises speech, and says what the test wants it to have heard. */
async function listening(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class Recognition {
      static latest: Recognition | null = null;
      lang = '';
      onresult: ((event: unknown) => void) | null = null;
      onerror: ((event: unknown) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        Recognition.latest = this;
      }
      stop() {
        this.onend?.();
      }
    }
    Object.assign(window, { SpeechRecognition: Recognition, webkitSpeechRecognition: Recognition });
  });
  await page.reload();
}

const tell = (page: Page, what: 'onresult' | 'onerror', event: unknown) =>
  page.evaluate(
    ([name, given]) => {
      const { latest } = (
        window as unknown as { SpeechRecognition: { latest: Record<string, (event: unknown) => void> } }
      ).SpeechRecognition;
      latest[name]?.(given);
    },
    [what, event] as const,
  );

test('R14.7 the microphone fills the message field after what is written, until it is pressed again', async ({
  app,
  model,
  page,
}) => {
  await listening(page);
  await app.enterKey(model);
  await app.message.fill('Note:');
  await app.button('Speak').click();
  await expect(app.button('Stop listening')).toHaveAttribute('aria-pressed', 'true');
  await tell(page, 'onresult', { results: [[{ transcript: 'buy bread' }]] });
  await expect(app.message).toHaveValue('Note: buy bread');
  await tell(page, 'onresult', { results: [[{ transcript: 'buy bread' }], [{ transcript: ' and milk' }]] });
  await expect(app.message).toHaveValue('Note: buy bread and milk');
  expect(
    await page.evaluate(
      () => (window as unknown as { SpeechRecognition: { latest: { lang: string } } }).SpeechRecognition.latest.lang,
    ),
  ).toBe('en-GB');
  await app.button('Stop listening').click();
  await expect(app.button('Speak')).toHaveAttribute('aria-pressed', 'false');
});

test('R14.7 a fault of the recognition is one sentence, and the text stays', async ({ app, model, page }) => {
  await listening(page);
  await app.enterKey(model);
  await app.message.fill('Buy');
  await app.button('Speak').click();
  await tell(page, 'onerror', { error: 'not-allowed' });
  await expect(page.getByText('The browser does not allow the microphone here.').first()).toBeVisible();
  await expect(app.message).toHaveValue('Buy');
});

test('R14.7 where the browser recognises no speech there is no button', async ({ app, model, page }) => {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(window, name);
  });
  await page.reload();
  await app.enterKey(model);
  await expect(app.button('Add images or files')).toBeVisible();
  await expect(app.button('Speak')).toHaveCount(0);
});
